import { hash } from 'node:crypto';
import { remembered } from '../../../lib/remembered.ts';
import { escapeXml } from '../../../templating/html/xml-text.ts';
import type { Choice, GivenValue } from '../../document/model.ts';
import { DATE_FORMAT } from '../dates.ts';
import type { Control, Run } from '../model/model.ts';
import { type CustomXml, customXmlId } from './custom-xml.ts';
import { promptPiece } from './glossary.ts';
import type { ControlPiece, RunPiece } from './pieces.ts';

/** Namespace of the part, and prefix `f` in the XPaths into it. */
const NAMESPACE = 'urn:document-generation-service:fields';

/** Word's limit on alias and tag: it cuts off what is longer (OfficeDev/office-js-docs-reference, issue 1238). */
const MAX_NAME = 64;
const HASH_CHARACTERS = 8;

/** A list of countries has 250 entries (17 KB): without a limit, a company's own text could make a file of any size. */
const MAX_ENTRIES = 200_000;

/** The content controls of a document, and the custom XML part that controls of the same field share. */
export class Controls {
  readonly #lang: string;
  /** Binding of a control → position of its element in the custom XML part, from 1. */
  readonly #bound = new Map<string, number>();
  #elements = '';
  /** What empty controls show, by text: the name of the placeholder. */
  readonly prompts = new Map<string, string>();
  /** Title → the field that has it. */
  readonly #titles = new Map<string, string>();
  #count = 0;
  /** Number of entries in all drop-down lists. */
  #entries = 0;

  /** @param lang language of the document, in which dates are written */
  constructor(lang: string) {
    this.#lang = lang;
  }

  /**
   * @param runs the content of the control
   * @param format the format of text that is typed in: a `w:rPr`, or ""
   * @param pieces the same runs
   */
  piece(control: Control, runs: readonly Run[], format: string, pieces: readonly RunPiece[]): ControlPiece {
    this.#count += 1;
    const { field, label, kind, isBlank } = control;
    const prompt = `[${control.prompt}]`;
    const isEmpty = isBlank && kind !== 'box';
    const names =
      format +
      `<w:alias w:val="${escapeXml(this.#title(label, field))}"/>` +
      (typeof field === 'string' ? `<w:tag w:val="${escapeXml(identifier(field))}"/>` : '');
    const settings =
      kind === 'box'
        ? ''
        : `<w:placeholder><w:docPart w:val="${this.#promptNamed(prompt)}"/></w:placeholder>${isBlank ? '<w:showingPlcHdr/>' : ''}`;
    const binding = field === undefined ? undefined : bindingOf(field, control, runs);
    return {
      kind: 'control',
      ...{ names, id: this.#count, settings, type: this.#kind(control, runs) },
      bound: binding === undefined ? '' : JSON.stringify(binding),
      bind: () => (binding === undefined ? '' : this.#bind(binding)),
      content: isEmpty ? [{ ...promptPiece(prompt), by: runs[0]?.by }] : pieces,
      link: undefined,
    };
  }

  /** Fields have different titles, also where Word's limit cuts them. */
  #title(label: string, field: GivenValue['source'] | undefined): string {
    const path = JSON.stringify(field);
    let title = shortened(label);
    for (let number = 2; (this.#titles.get(title) ?? path) !== path; number++)
      title = `${shortened(label, MAX_NAME - 5)} ${number}`;
    if (path !== undefined) this.#titles.set(title, path);
    return title;
  }

  #promptNamed(prompt: string): string {
    const name = this.prompts.get(prompt) ?? `Prompt ${this.prompts.size + 1}`;
    this.prompts.set(prompt, name);
    return name;
  }

  /** The part with the values; undefined when no control is bound. */
  get customXml(): CustomXml | undefined {
    if (this.#elements === '') return undefined;
    return {
      id: FIELDS_ID,
      namespace: NAMESPACE,
      content: `<fields xmlns="${NAMESPACE}">${this.#elements}</fields>`,
    };
  }

  /** Values of one field that are printed differently get separate bindings; else one text would replace the other. */
  #bind(binding: Binding): string {
    const { path, option, value } = binding;
    const number = remembered(this.#bound, JSON.stringify(binding), () => {
      const named = option === undefined ? '' : ` option="${escapeXml(option)}"`;
      this.#elements += `<field path="${escapeXml(path)}"${named}>${escapeXml(value)}</field>`;
      return this.#bound.size + 1;
    });
    return (
      `<w:dataBinding w:prefixMappings="xmlns:f='${NAMESPACE}'" w:xpath="/f:fields[1]/f:field[${number}]" ` +
      `w:storeItemID="${FIELDS_ID}"/>`
    );
  }

  #kind({ kind, options, date }: Control, runs: readonly Run[]): string {
    switch (kind) {
      case 'text':
        return runs.some(({ content }) => content.kind === 'break') ? SEVERAL_LINES : '<w:text/>';
      case 'lines':
        return SEVERAL_LINES;
      case 'date':
        return (
          `<w:date${date === undefined ? '' : ` w:fullDate="${date.iso}T00:00:00Z"`}>` +
          `<w:dateFormat w:val="${date?.format ?? DATE_FORMAT}"/><w:lid w:val="${this.#lang}"/>` +
          '<w:storeMappedDataAs w:val="date"/><w:calendar w:val="gregorian"/></w:date>'
        );
      case 'choice':
        this.#entries += options.length;
        return this.#entries > MAX_ENTRIES ? '<w:text/>' : dropDownList(options);
      case 'box':
        return CHECK_BOX;
    }
  }
}

/** An element of the custom XML part. */
interface Binding {
  readonly path: string;
  /** Of a box. */
  readonly option: string | undefined;
  readonly value: string;
}

function bindingOf(
  field: GivenValue['source'],
  { kind, options, isBlank, date }: Control,
  runs: readonly Run[],
): Binding {
  const option = kind === 'box' ? options[0]?.[0] : undefined;
  const shown = shownText(runs);
  const chosen = kind === 'choice' ? options.find(([, words]) => words === shown)?.[0] : undefined;
  const value = kind === 'box' ? 'false' : isBlank ? '' : (date?.iso ?? chosen ?? shown);
  return { path: [field].flat().join(' '), option, value };
}

const SEVERAL_LINES = '<w:text w:multiLine="1"/>';

const FIELDS_ID = customXmlId(2);

const CHECK_BOX =
  '<w14:checkbox><w14:checked w14:val="0"/><w14:checkedState w14:val="2612" w14:font="Segoe UI Symbol"/>' +
  '<w14:uncheckedState w14:val="2610" w14:font="Segoe UI Symbol"/></w14:checkbox>';

/** Several controls have the same list. */
const lists = new WeakMap<readonly Choice[], string>();

function dropDownList(options: readonly Choice[]): string {
  return remembered(
    lists,
    options,
    () => `<w:dropDownList>${options.map(listItem).join('')}</w:dropDownList>`,
  );
}

function listItem([value, words]: Choice): string {
  return `<w:listItem w:displayText="${escapeXml(words)}" w:value="${escapeXml(value)}"/>`;
}

/** The text of runs; a line break for anything else. */
export function shownText(runs: readonly Run[]): string {
  return runs.map(({ content }) => (content.kind === 'text' ? content.text : '\n')).join('');
}

/** Whether a plain-text control can hold the runs: text and line breaks, but no pictures and no links. */
export function holdsPlainText(runs: readonly Run[]): boolean {
  return runs.every(
    ({ content, link }) => link === undefined && (content.kind === 'text' || content.kind === 'break'),
  );
}

function shortened(label: string, length = MAX_NAME): string {
  return label.length <= length ? label : `${label.slice(0, length - 1)}…`;
}

/** The path; one that is too long is cut, with a hash of the whole path, so that identifiers stay unique. */
function identifier(path: string): string {
  if (path.length <= MAX_NAME) return path;
  const end = `~${hash('sha256', path).slice(0, HASH_CHARACTERS)}`;
  return path.slice(0, MAX_NAME - end.length) + end;
}
