import { open } from 'node:fs/promises';
import { UnreadableFile } from '../unreadable-file';
import { ZipArchive } from './zip-archive';

type OfficeKind = 'docx' | 'xlsx';

/** Some programs number them: `word/document2.xml`. */
const mainParts = { docx: /^word\/document\d*\.xml$/, xlsx: /^xl\/workbook\d*\.xml$/ } as const;
const words = { docx: 'a Word document', xlsx: 'an Excel workbook' } as const;
const COMPOUND_FILE = 'd0cf11e0a1b11ae1';
const HEADER_BYTES = 512;

export interface OfficeDocument {
  archive: ZipArchive;
  /** The name of the part that names the others. */
  mainPart: string;
}

/**
 * Opens a document whose main part is where every known program writes it. Throws `UnreadableFile` when it is none
 * of the kind.
 */
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

/**
 * Throws `UnreadableFile` for a compound file: a protected Office document, which holds a stream `EncryptedPackage`
 * (MS-OFFCRYPTO 2.3.4), or one of the format before 2007.
 */
export async function checkCompoundFile(path: string, kind: OfficeKind): Promise<void> {
  const file = await open(path);
  try {
    const header = (await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)).buffer;
    if (header.toString('hex', 0, 8) !== COMPOUND_FILE) return;
    const sectorSize = header.readUInt16LE(0x1e) === 12 ? 4096 : 512;
    // MS-CFB 2.2: the first sector of the directory, after the header's own.
    const start = (header.readUInt32LE(0x30) + 1) * sectorSize;
    const directory = (await file.read(Buffer.alloc(4096), 0, 4096, start)).buffer;
    const isProtected = directory.includes(Buffer.from('EncryptedPackage', 'utf16le'));
    throw new UnreadableFile(
      isProtected
        ? 'The file is protected by a password.'
        : `The file is in an old Office format. Save it as .${kind} and upload it again.`,
    );
  } finally {
    await file.close();
  }
}
