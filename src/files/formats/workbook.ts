import { posix } from 'node:path';
import { NumberKind, numberKind } from './number-format';
import { xmlEvents, XmlEvent } from './xml-events';
import type { OfficeDocument } from './office-document';
import type { ZipArchive } from './zip-archive';

export interface Sheet {
  name: string;
  /** Its part in the archive. */
  part: string;
}

export interface Workbook {
  sheets: Sheet[];
  is1904: boolean;
  /** What numbers of a cell style are, by its index. */
  styles: NumberKind[];
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** What a workbook says of its sheets. */
export async function readWorkbook({ archive, mainPart }: OfficeDocument): Promise<Workbook> {
  const targets = await targetsOf(archive, mainPart);
  const sheets: Sheet[] = [];
  let is1904 = false;
  for await (const events of xmlEvents(archive.read(mainPart))) {
    for (const event of events) {
      if (event.kind !== 'open') continue;
      const { name, attributes } = event;
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
      const part = name === 'sheet' ? targets.get(attributes.id ?? '') : undefined;
      if (part !== undefined) sheets.push({ name: attributes.name ?? '', part });
    }
  }
  return { sheets, is1904, styles: await readStyles(archive) };
}

/** Parts of worksheets by relation; charts are none. */
async function targetsOf(archive: ZipArchive, mainPart: string): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  for await (const events of xmlEvents(archive.read(`xl/_rels/${posix.basename(mainPart)}.rels`))) {
    for (const event of events) {
      if (event.kind !== 'open' || event.name !== 'Relationship') continue;
      const { Id = '', Target = '', Type = '' } = event.attributes;
      if (Type.endsWith('/worksheet')) targets.set(Id, posix.join('/xl', Target).slice(1));
      if (Type.endsWith('/worksheet') && Target.startsWith('/')) targets.set(Id, Target.slice(1));
    }
  }
  return targets;
}

async function readStyles(archive: ZipArchive): Promise<NumberKind[]> {
  const reader = new StyleReader();
  if (!archive.has('xl/styles.xml')) return [];
  for await (const events of xmlEvents(archive.read('xl/styles.xml'))) {
    for (const event of events) reader.add(event);
  }
  return reader.styles;
}

/** `cellXfs` holds the styles of cells; others, such as those of names of styles, are no part of it. */
class StyleReader {
  readonly styles: NumberKind[] = [];
  private readonly codes = new Map<number, string>();
  private isInCells = false;

  add(event: XmlEvent): void {
    if (event.kind === 'text') return;
    if (event.name === 'cellXfs') this.isInCells = event.kind === 'open';
    if (event.kind !== 'open') return;
    const { numFmtId = '0', formatCode = '' } = event.attributes;
    const id = Number(numFmtId);
    if (event.name === 'numFmt') this.codes.set(id, formatCode);
    if (event.name === 'xf' && this.isInCells) this.styles.push(numberKind(id, this.codes.get(id) ?? null));
  }
}
