import type { Image, ParamSchema } from '@lamella/shared/contract'
import { failingTo, imageViewQuery } from '@lamella/shared/queries'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { type AutomaticDiameter, automaticText, pixelsText } from './automatic-diameter.ts'
import css from './diameter-panel.module.css'

/** The map is far more code than the form. */
const DiameterPicture = lazy(() => import('./diameter-picture.tsx'))

interface DiameterPanelProps {
  param: ParamSchema
  /** As given, pixels; null: automatic. What is no valid diameter is no number. */
  value: number | null
  image: Image
  automatic: AutomaticDiameter
  /** The channel that shows the objects; null: the image has no such choice. */
  channel: number | null
  onChange: (diameter: number) => void
  /** The pixel size of the image. */
  children: ReactNode
}

const inMicrometres = (px: number, { pixelSize }: Image): string =>
  pixelSize ? `, ${(px * Math.sqrt(pixelSize.x * pixelSize.y)).toFixed(1)} µm` : ''

/** What the diameter is when none is given, and a picture of the image in which it is compared with nuclei. */
export const DiameterPanel = (props: DiameterPanelProps) => {
  const { param, value, image, automatic, channel, onChange, children } = props
  const view = useQuery(failingTo(null, imageViewQuery(image.id)))
  const diameter = value ?? automatic.px
  const { minimum = 1, maximum = 1000 } = param
  const isAutomatic = value === null
  const text =
    diameter === null
      ? 'Diameter not known yet'
      : `Diameter ${isAutomatic ? automaticText(automatic) : pixelsText(diameter) + inMicrometres(diameter, image)}`
  const skeleton = <Skeleton height={300} radius={10} />
  return (
    <div className={css.panel}>
      <p className={css.automatic} role="status">
        <strong>Automatic</strong> {automaticText(automatic)}
      </p>
      {view.isError ? (
        <Text size="sm" c="var(--lm-text2)">
          The picture to compare with could not be loaded.
        </Text>
      ) : view.data ? (
        <figure className={css.figure}>
          <Suspense fallback={skeleton}>
            <DiameterPicture
              key={image.id}
              image={image}
              view={view.data}
              channel={channel}
              diameter={diameter}
              minimum={minimum}
              maximum={maximum}
              automatic={isAutomatic}
              text={text}
              onChange={onChange}
            />
          </Suspense>
          <figcaption className={css.caption}>
            {image.name}. {diameter !== null && 'Drag the circle to the size of one nucleus.'}
          </figcaption>
        </figure>
      ) : (
        skeleton
      )}
      {children}
    </div>
  )
}
