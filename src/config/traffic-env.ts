import { IsOptional, IsString } from 'class-validator';
import { Flag, Networks, Whole } from './env-fields';

/** The settings of what the process listens on and what it accepts. */
export class TrafficEnv {
  @IsString()
  HOST: string = '127.0.0.1';

  /** 0 lets the system choose, which tests use. */
  @Whole(0, 65535)
  PORT: number = 8000;

  /** Processes that serve the one port. More than one needs `DATABASE_URL`. */
  @Whole(1, 64)
  WORKERS: number = 1;

  /** What requests under way are given to end in, after the signal to stop. */
  @Whole(0, 3_600_000)
  SHUTDOWN_GRACE_MS: number = 25_000;

  /** What a request may take to come whole, but for uploads, which are bounded by their pauses. */
  @Whole(1_000, 3_600_000)
  REQUEST_TIMEOUT_MS: number = 300_000;

  /** All headers of a request together. */
  @Whole(2_048, 1_048_576)
  MAX_HEADER_BYTES: number = 16_384;

  /** A connection whose client reads nothing of a waiting answer for this long is closed. */
  @Whole(100, 3_600_000)
  STALLED_READER_TIMEOUT_MS: number = 30_000;

  /** Requests served at a time by a process; those beyond are answered 503 at once. */
  @Whole(1, 100_000)
  MAX_CONCURRENT_REQUESTS: number = 1_000;

  /** Connections of one address to a process; 0 is no limit. Unset: 128, and no limit for loopback addresses. */
  @IsOptional()
  @Whole(0, 1_000_000)
  MAX_CONNECTIONS_PER_ADDRESS: number | null = null;

  /** Memory for the JSON bodies of the requests under way of this process, in MiB. */
  @Whole(8, 1_048_576)
  REQUEST_BODY_MEMORY_MB: number = 128;

  /** Time for the first byte of a body, and the span over which its rate is an average. */
  @Whole(100, 600_000)
  BODY_WINDOW_MS: number = 10_000;

  /** The rate below which a body is cut off; 0 is none, but within each span something must come. */
  @Whole(0, 1_048_576)
  BODY_MIN_BYTES_PER_SECOND: number = 8_192;

  /** Of one client, by its address; 0 is no limit. Unset: no limit where HOST is a loopback address, else 6000. */
  @IsOptional()
  @Whole(0, 1_000_000)
  RATE_LIMIT_PER_MINUTE: number | null = null;

  /** Addresses and networks whose `X-Forwarded-*` headers are believed, separated by commas. */
  @IsString()
  @Networks()
  TRUSTED_PROXIES: string = '';

  /** Whether genuine loopback requests may manage agents without a credential, and use `/api/ui`. */
  @Flag()
  LOOPBACK_MANAGEMENT: boolean = true;
}
