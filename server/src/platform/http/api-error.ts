import { type ErrorCode, errorCatalogue } from '@lamella/shared/contract'

/** The only error that a domain throws for a client: answered as `{"errors":[{"code","detail"}]}` with the status of the catalogue. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Record<string, string>
  readonly extra: Record<string, string>

  /**
   * @param detail - replaces the sentence of the catalogue where a more precise one exists
   * @param extra - fields beside `errors`, as the endpoint's `refusal` describes them
   */
  constructor(
    code: ErrorCode,
    detail?: string,
    headers: Record<string, string> = {},
    extra: Record<string, string> = {},
  ) {
    super(detail ?? errorCatalogue[code].detail)
    this.name = 'ApiError'
    this.code = code
    this.status = errorCatalogue[code].status
    this.headers = headers
    this.extra = extra
  }
}
