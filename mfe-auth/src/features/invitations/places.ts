import { formatNumber } from '@lamella/shared/ui'

/** Free places of an organisation with a user limit; `left` is negative when the limit was lowered. */
export interface Places {
  left: number
  limit: number
}

const addressesText = (addresses: number): string =>
  addresses === 1 ? '1 address' : `${formatNumber(addresses)} addresses`

/**
 * Text such as "1 of 5 users left, 2 addresses".
 * @param places - null: no limit
 * @param addresses - number of valid addresses entered
 */
export const placesText = (places: Places | null, addresses: number): string =>
  [
    places && `${formatNumber(Math.max(places.left, 0))} of ${formatNumber(places.limit)} users left`,
    addresses > 0 && addressesText(addresses),
  ]
    .filter(Boolean)
    .join(', ')
