import { UnreadableFile } from '../file-content';
import { ZipArchive } from './zip-archive';

type OfficeKind = 'docx' | 'xlsx';

/** Some programs number the main part: `word/document2.xml`. */
const mainParts = { docx: /^word\/document\d*\.xml$/, xlsx: /^xl\/workbook\d*\.xml$/ } as const;
const words = { docx: 'a Word document', xlsx: 'an Excel workbook' } as const;

export interface OfficeDocument {
  archive: ZipArchive;
  mainPart: string;
}

/** Throws `UnreadableFile` when the archive is no document of this kind. */
export async function openOffice(path: string, kind: OfficeKind): Promise<OfficeDocument> {
  const archive = await ZipArchive.open(path);
  const mainPart = archive.names.find((name) => mainParts[kind].test(name));
  if (archive.has('[Content_Types].xml') && mainPart !== undefined) return { archive, mainPart };
  archive.close();
  const other = kind === 'docx' ? 'xlsx' : 'docx';
  const found = archive.names.some((name) => mainParts[other].test(name))
    ? words[other]
    : `a ZIP archive, not ${words[kind]}`;
  throw new UnreadableFile(`The file is named .${kind}, but it is ${found}.`);
}
