import type { Section } from '../file-content';
import { MergedCells, readMergedRanges } from './merged-cells';
import { openOffice } from './office-document';
import { readSharedStrings, readWorkbook, Sheet, Workbook } from './workbook';
import { sheetRows } from './sheet-rows';
import { TableRows } from './table-rows';
import type { ZipArchive } from './zip-archive';

/** One section for each row of each sheet, with the names of its columns. */
export async function* xlsxSections(path: string): AsyncGenerator<Section> {
  const document = await openOffice(path, 'xlsx');
  const { archive } = document;
  try {
    const workbook = await readWorkbook(document);
    const strings = await readSharedStrings(archive);
    const total = workbook.sheets.reduce((sum, { part }) => sum + archive.packedSize(part), 0);
    let before = 0;
    for (const sheet of workbook.sheets) {
      const size = archive.packedSize(sheet.part);
      const progress = { from: before / total, to: (before + size) / total };
      yield* sheetSections(archive, sheet, { workbook, strings, progress });
      before += size;
    }
  } finally {
    archive.close();
  }
}

interface Reading {
  workbook: Workbook;
  strings: readonly string[];
  progress: { from: number; to: number };
}

async function* sheetSections(
  archive: ZipArchive,
  { name, part }: Sheet,
  { workbook, strings, progress }: Reading,
): AsyncGenerator<Section> {
  const merged = new MergedCells(await readMergedRanges(archive.read(part)));
  const table = new TableRows(name);
  const pieces = archive.read(part);
  const size = Math.max(1, archive.size(part));
  let read = 0;
  async function* counted() {
    for await (const piece of pieces) {
      read += piece.length;
      yield piece;
    }
  }
  for await (const rows of sheetRows(counted(), workbook, strings)) {
    const reached = progress.from + (progress.to - progress.from) * (read / size);
    for (const { number, cells } of rows) {
      const filled = [...cells];
      merged.fill(number - 1, filled);
      table.add({ number, cells: filled }, reached);
    }
    yield* table.take();
  }
  table.end(progress.to);
  yield* table.take();
}
