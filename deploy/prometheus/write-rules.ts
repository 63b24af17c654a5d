const ALERTS = 'deploy/prometheus/alerts.yml';
const TESTS = 'deploy/prometheus/alerts.test.yml';
const ADDRESS = 'deploy/prometheus/runbooks-address';

/**
 * The rules with the address of deploy/prometheus/runbooks-address in each `runbook_url`, and the PrometheusRule with them.
 * Prometheus cannot share an address among annotations, and kustomize cannot include a file in an object.
 * @returns file → its text
 */
export function ruleFiles(read: (file: string) => string): Record<string, string> {
  const address = read(ADDRESS).trim();
  const addressed = (file: string) =>
    read(file).replace(/(runbook_url: )[^\s}]*?(runbooks\/[\w-]+\.md)/g, `$1${address}$2`);
  const alerts = addressed(ALERTS);
  const groups = alerts.slice(alerts.indexOf('groups:'));
  return {
    [ALERTS]: alerts,
    [TESTS]: addressed(TESTS),
    'deploy/kubernetes/components/monitoring/prometheusrule.yaml': `# Written by npm run generate from ${ALERTS}.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: docgen
  labels:
    app.kubernetes.io/name: docgen
spec:
${groups.replace(/^(?=.)/gm, '  ')}`,
  };
}
