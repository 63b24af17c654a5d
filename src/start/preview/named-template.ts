import semver from 'semver';
import { describeSourceFault } from '../../lib/source-fault.ts';
import { findTemplateKeys } from '../../templating/templates/template-keys.ts';

/** There is no such template. The message lists those that exist. */
export class NoSuchTemplate extends Error {
  override readonly name = 'NoSuchTemplate';
}

/**
 * The key `<templateId>/<version>` of the template named by `<templateId>[@version]`.
 * @throws NoSuchTemplate
 */
export async function findNamedTemplate(root: string, wanted: string): Promise<string> {
  const [templateId = '', version] = wanted.split('@');
  const { keys, faults } = await findTemplateKeys(root);
  const all = keys.map((key) => key.replace('/', '@'));
  const versions = all
    .filter((one) => one.startsWith(`${templateId}@`))
    .map((one) => one.split('@')[1] ?? '');
  const found = version ?? semver.rsort(versions)[0];
  if (found !== undefined && versions.includes(found)) return `${templateId}/${found}`;
  const near = faults.filter(({ file }) => file.split('/')[1] === templateId).map(describeSourceFault);
  const what = wanted === '' ? 'Name a template to show.' : `There is no template ${wanted}.`;
  const why = near.length > 0 ? near : [`${what} There are:`, ...all.toSorted()];
  throw new NoSuchTemplate(why.join('\n  '));
}
