/**
 * Creates a company and a key, and makes a PDF and a Word file.
 * @returns their sizes in bytes
 * @throws Error if a response is not the expected one
 */
export async function makeDocuments(url: string, adminToken: string): Promise<{ pdf: number; docx: number }> {
  const administrator = { authorization: `Bearer ${adminToken}` };
  await post(`${url}/admin/v1/companies`, administrator, { companyId: 'acme', name: 'Acme Limited' });
  const issued = await post(`${url}/admin/v1/companies/acme/keys`, administrator, {});
  const { key } = JSON.parse(issued.toString()) as { key: string };
  const generate = async (format: string, signature: string) => {
    const body = {
      templateId: 'non-disclosure-agreement',
      format,
      data: { parties: [{ fullName: 'Ada Obi' }] },
    };
    const bytes = await post(`${url}/api/v1/documents/generate`, { 'x-key': key }, body);
    if (!bytes.subarray(0, 8).toString('latin1').startsWith(signature))
      throw new Error(`The answer does not begin as a ${format} file does: ${bytes.subarray(0, 200)}`);
    return bytes.byteLength;
  };
  return { pdf: await generate('pdf', '%PDF-'), docx: await generate('docx', 'PK\u0003\u0004') };
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<Buffer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${bytes}`);
  return bytes;
}
