const MEBIBYTE = 1_048_576;

/** A company with so many unread bytes gets no place until some of them are read; neither does anybody beyond MOST_BYTES. */
const COMPANY_BYTES = 32 * MEBIBYTE;
const MOST_BYTES = 128 * MEBIBYTE;

/** Bytes of answers that are made and not yet sent, because their callers do not read them. */
export class UnreadAnswers {
  readonly #byCompany = new Map<string, number>();
  #bytes = 0;

  add(company: string, bytes: number): void {
    this.#bytes += bytes;
    const left = (this.#byCompany.get(company) ?? 0) + bytes;
    if (left > 0) this.#byCompany.set(company, left);
    else this.#byCompany.delete(company);
  }

  /** Whether the company may make no more answers for now. */
  isFullFor(company: string): boolean {
    return this.#bytes >= MOST_BYTES || (this.#byCompany.get(company) ?? 0) >= COMPANY_BYTES;
  }
}
