import type { Answer, TestService } from '../../service.ts';

/** A company with a key. It publishes and generates. */
export interface Publisher {
  readonly companyId: string;
  publish(
    templateId: string,
    version: string,
    source: string | Buffer,
    type?: string,
    signal?: AbortSignal,
  ): Promise<Answer>;
  /** Without `version`: all versions of the template. */
  retire(templateId: string, version?: string): Promise<Answer>;
  list(): Promise<Answer>;
  source(templateId: string, version: string): Promise<Answer>;
  /** The list of templates for the company. */
  catalogue(): Promise<Answer>;
  /** Posts to the generate route, or to another with a company's key. */
  generate(body: object, path?: string, signal?: AbortSignal): Promise<Answer>;
}

/** A company that exists already, at this service; for a second instance with the same key too. */
export function publisherOn(service: TestService, companyId: string, key: string): Publisher {
  const templates = `/companies/${companyId}/templates`;
  const one = (templateId: string, version: string) => `${templates}/${templateId}/versions/${version}`;
  return {
    companyId,
    publish: (templateId, version, source, type = 'text/html; charset=utf-8', signal) =>
      service.send(
        'PUT',
        `/admin/v1${one(templateId, version)}`,
        { authorization: `Bearer ${service.adminToken}`, 'content-type': type },
        source,
        signal,
      ),
    retire: (templateId, version) =>
      service.admin(
        'DELETE',
        version === undefined ? `${templates}/${templateId}` : one(templateId, version),
      ),
    list: () => service.admin('GET', templates),
    source: (templateId, version) => service.admin('GET', one(templateId, version)),
    catalogue: () => service.send('GET', '/api/v1/templates', { 'x-key': key }),
    generate: (body, path = '/api/v1/documents/generate', signal) =>
      service.send('POST', path, { 'x-key': key }, body, signal),
  };
}

/** A new company with a key. */
export async function createPublisher(service: TestService, companyId: string): Promise<Publisher> {
  await service.admin('POST', '/companies', { companyId, name: companyId });
  const { key } = (await service.admin('POST', `/companies/${companyId}/keys`)).json as { key: string };
  return publisherOn(service, companyId, key);
}

/** Valid data of the non-disclosure agreement. */
export const NDA_DATA = { parties: [{ fullName: 'Ada Obi' }] };

/** A request for the company's own non-disclosure agreement. */
export const ndaRequest = (more: object = {}) => ({
  templateId: 'non-disclosure-agreement',
  custom: true,
  format: 'docx',
  data: NDA_DATA,
  ...more,
});

/** A complete document with this text. */
export const ndaText = (words: string) =>
  `<!doctype html><html lang="en"><head><title>NDA</title></head><body><h1>NDA</h1><p>${words}</p></body></html>`;
