import { apiAddress } from '@lamella/shared/api'
import { tokenSource } from '@lamella/shared/session'

/** The download is a plain link: the token travels as a query parameter (document 1 §7). */
export const openDownload = (downloadUrl: string): void => {
  const address = new URL(apiAddress(downloadUrl), window.location.origin)
  address.searchParams.set('access_token', tokenSource.accessToken() ?? '')
  window.location.assign(address)
}
