import { createHmac } from 'node:crypto';
import type { DocumentFormat } from '../../../schemas/formats.ts';
import type { Identity } from '../../../schemas/identity.ts';
import { remembered } from '../../lib/remembered.ts';
import type { Template } from '../../templating/templates/catalogue.ts';
import { textDigest } from '../../templating/templates/text-digest.ts';
import type { AcceptedComparison, AcceptedRequest } from './accept-request.ts';

interface IdentitiesOptions {
  /** The database's own, without which a guess at the data cannot be checked against the id. */
  readonly secret: Uint8Array;
  /** Files of another version of the service may differ. */
  readonly serviceVersion: string;
  /** The shared parts of this release, by name. */
  readonly parts: ReadonlyMap<string, string>;
}

/** Gives every document its identity: equal for equal requests of a company, in every process over one database. */
export class Identities {
  readonly #options: IdentitiesOptions;
  readonly #digests = new WeakMap<Template, string>();

  constructor(options: IdentitiesOptions) {
    this.#options = options;
  }

  of(companyId: string, format: DocumentFormat, accepted: AcceptedRequest): Identity {
    const { template, data, options, profile } = accepted;
    const { templateId, version, origin: source, parts } = template;
    const templateSha256 = this.textDigest(template);
    const made = [companyId, templateId, version, source, templateSha256, parts?.sha256, format];
    const whole = [made, this.#options.serviceVersion, Object.entries(options).sort(), profile, data];
    return { templateId, version, source, templateSha256, documentId: this.#id(whole) };
  }

  /** A comparison has an id of its own, and names the text of `to`. */
  ofComparison(companyId: string, { from, to }: AcceptedComparison, author: string): Identity {
    const { documentId: before } = this.of(companyId, 'docx', from);
    const { documentId: now, ...text } = this.of(companyId, 'docx', to);
    return { ...text, documentId: this.#id(['comparison', before, now, author]) };
  }

  #id(made: readonly unknown[]): string {
    return uuid(createHmac('sha256', this.#options.secret).update(JSON.stringify(made)).digest());
  }

  textDigest(template: Template): string {
    const { templateId, version, source, sha256 } = template;
    return (
      sha256 ??
      remembered(this.#digests, template, () =>
        textDigest(`${templateId}/${version}.njk`, source, this.#options.parts),
      )
    );
  }
}

/** A UUID of version 8 (RFC 9562, 5.8) with the first 122 bits of a digest that the format leaves free. */
function uuid(digest: Buffer): string {
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
