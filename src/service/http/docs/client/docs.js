/** The forms of the page: each sends its request as a caller would, and shows the response. */

const SMALL_SCREEN = matchMedia('(width < 52rem)');
if (SMALL_SCREEN.matches) document.querySelector('nav details').open = false;

const description = fetch('/openapi.json').then((answer) => answer.json());

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
  form.querySelector('.sample')?.addEventListener('change', () => fillIn(form));
  form.querySelector('.format')?.addEventListener('change', () => fillIn(form));
  form.querySelector('.curl').addEventListener('toggle', () => showCurl(form));
  form.addEventListener('input', () => showCurl(form));
}

/** Puts the chosen example into the body. */
async function fillIn(form) {
  const { components } = await description;
  const { value } = components.examples[form.querySelector('.sample').value];
  const request = { ...value, format: form.querySelector('.format').value };
  form.elements.body.value = JSON.stringify(request, null, 2);
  showCurl(form);
}

/** The request that a form describes. */
function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll('input')) {
    if (input.dataset.in === 'path')
      path = path.replace(`{${input.name}}`, encodeURIComponent(input.value.trim()));
    else if (input.value !== '') query.set(input.name, input.value);
  }
  const headers = credentials(form.dataset.security);
  const body = form.elements.body?.value;
  if (body) headers['Content-Type'] = form.dataset.type;
  const search = query.size > 0 ? `?${query}` : '';
  return { url: path + search, method: form.dataset.method, headers, body: body || undefined };
}

function credentials(scheme) {
  const secret = document.getElementById(scheme)?.value.trim();
  if (!secret) return {};
  return scheme === 'companyKey' ? { 'X-Key': secret } : { Authorization: `Bearer ${secret}` };
}

async function send(form) {
  const button = form.querySelector('button');
  const status = form.querySelector('.status');
  button.disabled = true;
  status.classList.remove('refused');
  status.textContent = 'Sending…';
  try {
    const { url, ...request } = requestOf(form);
    const begun = performance.now();
    const answer = await fetch(url, { ...request, cache: 'no-store' });
    const bytes = await answer.blob();
    const milliseconds = Math.round(performance.now() - begun);
    await show(form, answer, bytes);
    status.classList.toggle('refused', !answer.ok);
    status.textContent = `${answer.status} ${answer.statusText} · ${bytes.size.toLocaleString('en')} bytes · ${milliseconds} ms`;
  } catch {
    status.classList.add('refused');
    status.textContent = 'No answer: the service cannot be reached, or the request is not one that a browser sends.';
  } finally {
    button.disabled = false;
  }
}

async function show(form, answer, bytes) {
  const text = form.querySelector('.text');
  const save = form.querySelector('.save');
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  save.hidden = name === undefined;
  text.hidden = name !== undefined || bytes.size === 0;
  const link = save.querySelector('a');
  URL.revokeObjectURL(link.href);
  if (name === undefined) text.textContent = pretty(await bytes.text());
  else Object.assign(link, { href: URL.createObjectURL(bytes), download: name, textContent: `Save ${name}` });
  form.querySelector('.headers').textContent = [...answer.headers].map(([key, value]) => `${key}: ${value}`).join('\n');
  form.querySelector('.answer').hidden = false;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Shows the curl command for the form's request. It takes the key from an environment variable. */
function showCurl(form) {
  const details = form.querySelector('.curl');
  if (!details.open) return;
  const { url, method, body } = requestOf(form);
  const scheme = form.dataset.security;
  const parts = [
    `curl --request ${method} ${quote(location.origin + url)}`,
    scheme === 'companyKey' && `-H "X-Key: $DOCGEN_KEY"`,
    scheme === 'adminToken' && `-H "Authorization: Bearer $ADMIN_TOKEN"`,
    body && `-H ${quote(`Content-Type: ${form.dataset.type}`)}`,
    form.querySelector('.format') && url.endsWith('/generate') && '--remote-name --remote-header-name',
    body && `--data-binary ${quote(body)}`,
  ];
  details.querySelector('pre').textContent = parts.filter(Boolean).join(' \\\n  ');
}

function quote(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
