import { formatNumber } from '@lamella/shared/ui'

/** Free seats of an organisation with a user limit; `left` is negative when the limit was lowered. */
export interface Seats {
  left: number
  limit: number
}

const addressesText = (addresses: number): string =>
  addresses === 1 ? '1 address' : `${formatNumber(addresses)} addresses`

/**
 * Text such as "1 of 5 users left, 2 addresses".
 * @param seats - null: no limit
 * @param addresses - number of valid addresses entered
 */
export const seatsText = (seats: Seats | null, addresses: number): string =>
  [
    seats && `${formatNumber(Math.max(seats.left, 0))} of ${formatNumber(seats.limit)} users left`,
    addresses > 0 && addressesText(addresses),
  ]
    .filter(Boolean)
    .join(', ')
