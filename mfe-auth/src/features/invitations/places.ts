import { formatNumber } from '@lamella/shared/ui'

/** Users that may still join an organisation with a limit. */
export interface Places {
  left: number
  limit: number
}

const addressesText = (addresses: number): string =>
  addresses === 1 ? '1 address' : `${formatNumber(addresses)} addresses`

/** "1 of 5 users left, 2 addresses" */
export const placesText = (places: Places | null, addresses: number): string =>
  [
    places && `${formatNumber(Math.max(places.left, 0))} of ${formatNumber(places.limit)} users left`,
    addresses > 0 && addressesText(addresses),
  ]
    .filter(Boolean)
    .join(', ')
