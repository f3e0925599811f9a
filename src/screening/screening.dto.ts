import { ApiProperty } from '@nestjs/swagger';

export class KindCount {
  /**
   * What it is
   * @example 'github-token'
   */
  kind!: string;

  /**
   * How many there were
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  count!: number;
}

/** What an answer says of secrets in what it stored, and of what looks planted. */
export class SecretsAnswer {
  /** Secrets that a placeholder stands for now; absent as a rule */
  @ApiProperty({ example: [], type: KindCount, isArray: true, required: false })
  redacted?: KindCount[];

  /** Secrets that were stored as they are; absent as a rule */
  @ApiProperty({ example: [], type: KindCount, isArray: true, required: false })
  warned?: KindCount[];

  /** What looks planted: the memory is not recalled until it is released. Absent as a rule */
  @ApiProperty({ example: ['addresses_model'], type: String, isArray: true, required: false })
  quarantined?: string[];
}

/** Nothing where nothing was found. */
export function secretsAnswer({ redacted, warned, quarantined }: Partial<SecretsAnswer>): SecretsAnswer {
  return {
    ...(redacted?.length && { redacted }),
    ...(warned?.length && { warned }),
    ...(quarantined?.length && { quarantined }),
  };
}
