interface Versions {
  readonly versions: readonly string[];
  readonly latestVersion: string;
}

interface Numbered {
  readonly templateId: string;
  readonly version: string;
}

/** A semantic version without build metadata, which publishing refuses. */
const NUMBER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

export function isNumber(text: string): boolean {
  return NUMBER.test(text);
}

/** The version of the catalogue whose fields a text has that is published under a number. */
export function fieldsVersion({ versions, latestVersion }: Versions, number: string): string {
  return versions.includes(number) ? number : latestVersion;
}

/** A number that no text of the company's own has, retired ones included: the catalogue's own, or the next minor one. */
export function nextNumber(name: Numbered & { readonly isOwn: boolean }, own: readonly Numbered[]): string {
  const taken = own.filter(({ templateId }) => templateId === name.templateId).map(({ version }) => version);
  if (!name.isOwn && !taken.includes(name.version)) return name.version;
  const [major = 1, minor = 0] = taken
    .map((version) => (NUMBER.exec(version) ?? []).slice(1, 3).map(Number))
    .reduce((highest, one) => (isHigher(one, highest) ? one : highest), [0, 0]);
  let next = minor + 1;
  while (taken.includes(`${major}.${next}.0`)) next += 1;
  return `${major}.${next}.0`;
}

function isHigher([major = 0, minor = 0]: readonly number[], [than = 0, thanMinor = 0]: readonly number[]) {
  return major > than || (major === than && minor > thanMinor);
}
