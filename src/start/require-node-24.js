// Plain JavaScript: a Node older than 24 loads this file before it fails on the first TypeScript file.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `This is Node ${process.versions.node}, and the service needs Node 24. Install Node 24, or run "npm ci" without ` +
      '"--omit=dev": it brings Node 24 along.\n',
  );
  process.exit(1);
}
