export const FILE_STATUSES = ['processing', 'indexed', 'failed'] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

/** An uploaded file. */
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
  /** Why it failed, for the person who sent it; null unless it did. */
  error: string | null;
  createdAt: Date;
}
