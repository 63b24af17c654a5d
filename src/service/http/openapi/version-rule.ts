/** A version, and the published schema of its data. */
export interface Choice {
  readonly version: string;
  readonly data: object;
}

/**
 * Which versions there are, and which data each has.
 * @param choices the latest first
 * @param shapes number of different schemas of data; with one, no rule chooses it
 */
export function versionRule(choices: readonly Choice[], shapes: number): object {
  const numbers = choices.map(({ version }) => version.replaceAll('.', String.raw`\.`));
  // A blank text counts as absent.
  const version = { pattern: `^(${[...numbers, 'latest', String.raw`\s*`].join('|')})$` };
  const [latest, ...older] = Map.groupBy(choices, ({ data }) => data);
  if (shapes === 1 || latest === undefined) return rule({ version });
  return older.reduce<object>(
    (otherwise, [data, taking]) => ({
      if: {
        required: ['version'],
        properties: { version: { enum: taking.map((choice) => choice.version) } },
      },
      then: rule({ data }),
      else: otherwise,
    }),
    rule({ version, data: latest[0] }),
  );
}

/** Some validators refuse by default the fields that a rule does not name. */
function rule(properties: object): object {
  return { properties, unevaluatedProperties: true };
}
