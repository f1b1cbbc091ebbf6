import { addressOf } from '@lamella/shared/api'
import { getSlidePicture, type Image, type ZChoice } from '@lamella/shared/contract'
import { failingTo, imageViewQuery, pictureQuery } from '@lamella/shared/queries'
import { formatNumber, ProtectedPicture } from '@lamella/shared/ui'
import { Select, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import css from './image-details.module.css'

interface FileContentsProps {
  /** Available. */
  image: Image
  canEdit: boolean
  /** Null: the middle plane. */
  onShowZ: (z: ZChoice | null) => void
}

const pictureWords = { label: 'Label', macro: 'Whole slide' } as const

/** What else the file of an image has: label and overview of a slide, scenes, Z planes. Nothing where it has no more. */
export const FileContents = ({ image, canEdit, onShowZ }: FileContentsProps) => {
  const { data: view } = useQuery(failingTo(null, imageViewQuery(image.id)))
  if (!view) return null
  const { slidePictures = [], scenes = [], zCount = 1, zShown, hasMaximum } = view
  const hasScenes = scenes.length > 1
  if (slidePictures.length === 0 && !hasScenes && zCount < 2) return null
  // As the server counts: of an even number the lower one.
  const middle = Math.floor((zCount - 1) / 2)
  const planes = Array.from({ length: zCount }, (_, z) => ({
    value: String(z),
    label: z === middle ? `Plane ${z + 1} of ${zCount} (middle)` : `Plane ${z + 1} of ${zCount}`,
  }))
  const choices = hasMaximum ? [{ value: 'max', label: 'Maximum of all planes' }, ...planes] : planes
  const shown = String(zShown ?? middle)
  const choose = (value: string | null): void => {
    if (value !== null) onShowZ(value === 'max' ? 'max' : Number(value) === middle ? null : Number(value))
  }
  return (
    <div className={css.section}>
      <Title order={3} size="h4">
        In the file
      </Title>
      {slidePictures.length > 0 && (
        <div className={css.slidePictures}>
          {slidePictures.map((picture) => (
            <figure key={picture}>
              <div className={css.slidePicture}>
                <ProtectedPicture
                  url={addressOf(getSlidePicture, { params: { imageId: image.id, picture }, query: {} })}
                  pictureQuery={pictureQuery}
                />
              </div>
              <figcaption>{pictureWords[picture]}</figcaption>
            </figure>
          ))}
        </div>
      )}
      <dl className={css.facts}>
        {hasScenes && (
          <div>
            <dt>Scenes</dt>
            <dd>
              {scenes.map(({ name, width, height }, index) => (
                <span key={index} className={css.scene}>
                  {name || `Scene ${index + 1}`}, {formatNumber(width)} × {formatNumber(height)} px
                </span>
              ))}
            </dd>
          </div>
        )}
        {zCount > 1 && !canEdit && (
          <div>
            <dt>Shown first</dt>
            <dd>{choices.find(({ value }) => value === shown)?.label}</dd>
          </div>
        )}
      </dl>
      {zCount > 1 && canEdit && (
        <Select
          mt="sm"
          label="Z plane shown first"
          data={choices}
          value={shown}
          allowDeselect={false}
          onChange={choose}
        />
      )}
    </div>
  )
}
