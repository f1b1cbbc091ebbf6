import { call } from '@lamella/shared/api'
import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'

const title = 'Image viewer'

/** Copies a text, and says so or what else to do. */
const copyText = async (text: string, done: string, otherwise: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    bus.emit('toast/show', { kind: 'success', title, detail: done })
  } catch {
    const detail = `The browser does not allow copying here. ${otherwise}`
    bus.emit('toast/show', { kind: 'error', title, detail })
  }
}

/** Copies the link to a view. */
export const copyViewAddress = (address: string): Promise<void> =>
  copyText(address, 'Link to this view copied to clipboard', 'The address of the page leads to this view too.')

/** E.g. "21:05 on Monday". */
const momentOf = (timestamp: string): string => {
  const date = new Date(timestamp)
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return `${time} on ${date.toLocaleDateString('en-GB', { weekday: 'long' })}`
}

const kinds = {
  zarr: { name: 'Address of the samples (OME-Zarr)', where: 'QuPath, napari and other programs open' },
  iiif: { name: 'Address of the pictures (IIIF)', where: 'IIIF viewers open' },
}

/**
 * Copies an address by which other programs read an image, and says how long it holds.
 *
 * @param scene - counted from 0
 */
export const copyImageAddress = async (imageId: string, scene: number, kind: 'zarr' | 'iiif'): Promise<void> => {
  const input = { params: { imageId }, query: { scene } }
  try {
    const { data } = await call(contract.createImageLink, input, { action: 'images.link' })
    const { name, where } = kinds[kind]
    const until = `until ${momentOf(data.expires)}, or until you log out`
    await copyText(
      data[kind],
      `${name} copied to clipboard. ${where} this image by it ${until}; so does everyone you pass it on to.`,
      `This is the address: ${data[kind]}`,
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The address could not be made.'
    bus.emit('toast/show', { kind: 'error', title, detail: reason })
  }
}
