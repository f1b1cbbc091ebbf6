import { fetchBytes } from '@lamella/shared/api'
import type { Image } from '@lamella/shared/contract'
import { formatFileSize, InfoBar, ProtectedPicture, TimeAgo } from '@lamella/shared/ui'
import { Button, CloseButton, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import css from './image-details.module.css'
import { dimensionsText, pixelSizeText } from './image-texts.ts'

interface ImageDetailsProps {
  image: Image
  ownerName: string
  canEdit: boolean
  onRetry: () => void
  onDelete: () => void
  onClose: () => void
}

const typeText = (image: Image): string => {
  const base = image.isTimeSeries ? 'Time series' : image.isMultichannelImage ? 'Multichannel' : '2D'
  return image.isPyramid ? `${base}, whole slide` : base
}

const micrometres = (value: number): string =>
  value >= 1000 ? `${(value / 1000).toFixed(2)} mm` : `${value.toFixed(1)} µm`

const factsOf = (image: Image, ownerName: string): [string, ReactNode][] => {
  const { width, height, pixelSize, depth, format, size } = image
  const measured = width && height && pixelSize
  return [
    ['Type', typeText(image)],
    ['Dimensions', dimensionsText(image)],
    ['Pixel size', pixelSizeText(image)],
    ['Field of view', measured ? `${micrometres(width * pixelSize.x)} × ${micrometres(height * pixelSize.y)}` : '–'],
    ['Format', depth ? `${format}, ${depth} bit` : format || '–'],
    ['Size', formatFileSize(size)],
    ['Owner', ownerName],
    ['Created', <TimeAgo key="created" date={image.created} />],
  ]
}

/** What is known of one image, beside the library. */
export const ImageDetails = ({ image, ownerName, canEdit, onRetry, onDelete, onClose }: ImageDetailsProps) => {
  const viewer = `/projects/${image.project}/viewer?image=${image.id}`
  const failed = image.statusErrors.length > 0
  return (
    <aside className={css.panel} aria-label={`Details of ${image.name}`}>
      <div className={css.head}>
        <Title order={2} size="h3" className={css.name}>
          {image.name}
        </Title>
        <CloseButton aria-label="Close details" onClick={onClose} />
      </div>
      {image.status === 'available' && (
        <div className={css.picture}>
          <ProtectedPicture url={image.thumbnailUrl} fetchBytes={fetchBytes} />
        </div>
      )}
      {failed && <InfoBar tone="error">{image.statusErrors.join(' ')}</InfoBar>}
      {image.notes.map((note) => (
        <InfoBar key={note}>{note}</InfoBar>
      ))}
      <Group grow gap="xs" my="md">
        {image.status === 'available' && (
          <Button component={Link} to={viewer}>
            Open in viewer
          </Button>
        )}
        {image.status === 'available' && canEdit && (
          <Button component={Link} to={`/projects/${image.project}/analysis?image=${image.id}`} variant="default">
            Analyse
          </Button>
        )}
        {image.status === 'processingFailed' && canEdit && (
          <Button variant="default" onClick={onRetry}>
            Process again
          </Button>
        )}
      </Group>
      <Title order={3}>Details</Title>
      <dl className={css.facts}>
        {factsOf(image, ownerName).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {canEdit && (
        <Button variant="subtle" color="red" size="compact-sm" onClick={onDelete}>
          Delete image
        </Button>
      )}
    </aside>
  )
}
