import { hash } from 'node:crypto';
import { remembered } from '../../../lib/remembered.ts';
import { escapeXml } from '../../../templating/html/xml-text.ts';
import type { Picture } from '../model/model.ts';
import { XML_HEADER } from './xml.ts';

export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts and links that `word/document.xml` refers to, each with its `r:id`. */
export class Relationships {
  /** Part name → picture. */
  readonly media = new Map<string, Uint8Array>();
  readonly #entries: string[] = [];
  readonly #links = new Map<string, string>();
  /** By the digest of their bytes. */
  readonly #pictures = new Map<string, string>();

  /** @param type last segment of the relationship type: "styles", "header", … */
  addPart(type: string, target: string): string {
    return this.#add(type, target, '');
  }

  addLink(address: string): string {
    return remembered(this.#links, address, () => this.#add('hyperlink', address, ' TargetMode="External"'));
  }

  addPicture(picture: Picture): string {
    return remembered(this.#pictures, hash('sha256', picture.data), () => {
      const name = `media/image${this.media.size + 1}.${picture.type}`;
      this.media.set(`word/${name}`, picture.data);
      return this.#add('image', name, '');
    });
  }

  toXml(): string {
    return relationshipsXml(this.#entries.join(''));
  }

  #add(type: string, target: string, mode: string): string {
    const id = `rId${this.#entries.length + 1}`;
    this.#entries.push(relationship(id, `${OFFICE}/${type}`, target, mode));
    return id;
  }
}

export function relationship(id: string, type: string, target: string, mode = ''): string {
  return `<Relationship Id="${id}" Type="${type}" Target="${escapeXml(target)}"${mode}/>`;
}

export function relationshipsXml(entries: string): string {
  return `${XML_HEADER}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`;
}

/** `_rels/.rels`: the entry point of the package. @param hasCustom whether there are custom properties */
export function packageRelationships(hasCustom: boolean): string {
  const core = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties';
  return relationshipsXml(
    relationship('rId1', `${OFFICE}/officeDocument`, 'word/document.xml') +
      relationship('rId2', core, 'docProps/core.xml') +
      relationship('rId3', `${OFFICE}/extended-properties`, 'docProps/app.xml') +
      (hasCustom ? relationship('rId4', `${OFFICE}/custom-properties`, 'docProps/custom.xml') : ''),
  );
}
