import type { ImageView, ZChoice } from '@lamella/shared/contract'
import type { ShownChannel } from '../../../imaging/index.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { isRgb, type LinkedScene } from '../linked-scene.ts'

/** What a name of a picture says. */
export interface PictureName {
  /** Null: composed. */
  channel: number | null
  t: number
  /** Null: the plane that is shown first. */
  z: ZChoice | null
  scene: number
}

const pattern = /^(?:composed|c(\d{1,4}))(?:\.t(\d{1,6}))?(?:\.z(\d{1,6}|max))?(?:\.s(\d{1,4}))?$/

/** @throws ApiError ERR_0404 for any other name */
export const parsePictureName = (text: string): PictureName => {
  const match = pattern.exec(text)
  if (!match) throw new ApiError('ERR_0404')
  const [, channel, t = '0', z, scene = '0'] = match
  return {
    channel: channel === undefined ? null : Number(channel),
    t: Number(t),
    z: z === undefined ? null : z === 'max' ? z : Number(z),
    scene: Number(scene),
  }
}

/** A channel with how it is shown. */
export interface NamedChannel extends ShownChannel {
  index: number
  name: string
}

/** So many channels can be read together, and so many are shown of an image that has more, as in the viewer. */
const [mostTogether, firstVisible] = [6, 4]

const allChannels = ({ view, applied }: LinkedScene): (NamedChannel & { visible: boolean })[] =>
  view.channels.map(({ index, name, color, auto }, at) => {
    const visible = view.channels.length <= mostTogether || at < firstVisible
    const ofFile = { index, name, color: color ?? '#FFFFFF', min: auto.min, max: auto.max, visible }
    return { ...ofFile, ...applied?.find((setting) => setting.index === index) }
  })

/**
 * The channels of a picture: those that the project shows, or one in white, each over its range. Empty for RGB, which is shown as stored.
 *
 * @throws ApiError ERR_0404 for a channel that the image does not have
 */
export const shownChannels = (scene: LinkedScene, { channel }: PictureName): NamedChannel[] => {
  const all = isRgb(scene.view) ? [] : allChannels(scene)
  if (channel === null) return all.filter(({ visible }) => visible)
  const one = all.find(({ index }) => index === channel)
  if (!one) throw new ApiError('ERR_0404')
  return [{ ...one, color: '#FFFFFF' }]
}

/** The plane that a picture is of. @throws ApiError ERR_0404 where the image does not have it */
export const planeOf = ({ zCount = 1, zShown = 0, hasMaximum, timePoints }: ImageView, { t, z }: PictureName) => {
  const plane = z ?? zShown
  const isThere = plane === 'max' ? hasMaximum === true : plane < zCount
  if (!isThere || t >= timePoints) throw new ApiError('ERR_0404')
  return { t, z: plane }
}
