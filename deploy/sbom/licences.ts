import { CHROMIUM, fonts, type Shipped, shippedPackages } from './packages.ts';

/** The page with the licences of everything that is shipped. */
export function licencePage(): string {
  const table = (parts: readonly Shipped[]) =>
    [
      '| what | version | licence |',
      '|---|---|---|',
      ...parts.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    ].join('\n');
  return `# Licences of what is shipped

Written by \`npm run generate\` from package-lock.json. Each npm package has its licence text in its own folder of \`node_modules\`,
the fonts theirs in \`templates-html/fonts\`. Debian's packages in the container image have theirs in \`/usr/share/doc\`.

## npm packages

${table(shippedPackages())}

## Others

${table([CHROMIUM, ...fonts()])}
| deploy/seccomp-chromium.json, made from the profile of containers-common | 0.50 | Apache-2.0 |
`;
}
