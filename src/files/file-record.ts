import { notFound } from '../common/domain-error';

export const FILE_STATUSES = ['processing', 'indexed', 'failed'] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

export interface FileRecord {
  fileId: string;
  agentId: string;
  sessionId: string;
  fileName: string;
  /** Bytes. */
  fileSize: number;
  status: FileStatus;
  /** Stored so far. */
  chunks: number;
  /** 0 to 1. */
  progress: number;
  /** Why it failed, for the person who uploaded it; null unless it did. */
  error: string | null;
  createdAt: Date;
  /** The deletion has begun: no more of the file is stored. */
  deleting: boolean;
  /** The key or OpenID Connect token that uploaded it; null or absent for a session token. */
  uploadedBy?: string | null;
}

/** The columns that a repository selects for `toFile`. */
export const FILE_COLUMNS = {
  fileId: true,
  agentId: true,
  sessionId: true,
  fileName: true,
  fileSize: true,
  status: true,
  chunks: true,
  progress: true,
  error: true,
  createdAt: true,
  deleting: true,
  uploadedBy: true,
} as const;

type FileRow = Omit<FileRecord, 'fileSize' | 'status'> & { fileSize: bigint; status: string };

export function toFile(row: FileRow): FileRecord {
  // A check constraint of the table allows no other status.
  return { ...row, fileSize: Number(row.fileSize), status: row.status as FileStatus };
}

export const fileNotFound = notFound('file_not_found', 'File');
