import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { bundle, type ImageConfig, type SeccompProfile, startContainer } from './container.ts';
import { makeDocuments } from './make-documents.ts';

/** Runs an image from a folder, once as in docs/deployment.md and once with user namespaces denied. */
const { values } = parseArgs({
  options: {
    image: { type: 'string' },
    root: { type: 'string' },
    work: { type: 'string' },
    name: { type: 'string' },
  },
});
const { image = '', root = '', work = '', name = '' } = values;
const inspected = JSON.parse(await readFile(image, 'utf8')) as { OCIv1: { config: ImageConfig } };
const profile = JSON.parse(
  await readFile(new URL('../seccomp-chromium.json', import.meta.url), 'utf8'),
) as SeccompProfile;

/** Like the default profile of a container engine: an ordinary process gets no namespaces. */
const withoutNamespaces: SeccompProfile = {
  ...profile,
  syscalls: profile.syscalls.filter(({ names }) => !names.includes('unshare')),
};

/** Below those that the kernel gives to connections. */
const PORT = 29_000 + (process.pid % 1_000);
const ADMIN_TOKEN = 'a-token-of-more-than-32-characters';

/** Runs the image once. Its timeouts are long, because the machine may be busy. */
async function tryOut(
  title: string,
  seccomp: SeccompProfile,
  environment: Record<string, string>,
): Promise<string> {
  const config = bundle(inspected.OCIv1.config, {
    root,
    seccomp,
    environment: {
      PORT: `${PORT}`,
      ADMIN_TOKEN,
      QUEUE_TIMEOUT_MS: '60000',
      SHUTDOWN_TIMEOUT_MS: '120000',
      ...environment,
    },
  });
  await writeFile(`${work}/config.json`, JSON.stringify(config));
  const container = startContainer(work, name);
  try {
    await container.ready(`http://127.0.0.1:${PORT}/readyz`);
    const sizes = await makeDocuments(`http://127.0.0.1:${PORT}`, ADMIN_TOKEN);
    process.stdout.write(
      `try-image: ${title}: a PDF of ${sizes.pdf} bytes, a Word file of ${sizes.docx} bytes\n`,
    );
  } finally {
    await container.stop();
  }
  return container.output();
}

await tryOut('with its sandbox', profile, { CHROMIUM_SANDBOX: 'required' });
const output = await tryOut('without user namespaces', withoutNamespaces, {});
if (!output.includes('deploy/seccomp-chromium.json'))
  throw new Error(`The log does not say what to do where user namespaces are denied:\n${output}`);
