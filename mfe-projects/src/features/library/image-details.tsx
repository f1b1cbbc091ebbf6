import { waitingText } from '@lamella/shared/blocks'
import { type Image, statusesOfScope, type ZChoice } from '@lamella/shared/contract'
import { pictureQuery, useWaitingMedia } from '@lamella/shared/queries'
import { formatFileSize, formatNumber, InfoBar, ProtectedPicture, TimeAgo } from '@lamella/shared/ui'
import { ActionIcon, Button, CloseButton, Group, Menu, Title } from '@mantine/core'
import {
  IconDots,
  IconDownload,
  IconFolderSymlink,
  IconPencil,
  IconRuler2,
  IconTag,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { pixelSizeSource, pixelSizeText } from '../../lib/pixel-size-text.ts'
import { FileContents } from './file-contents.tsx'
import css from './image-details.module.css'
import { dimensionsText } from './image-texts.ts'
import { metadataFacts } from './metadata-facts.ts'

interface ImageDetailsProps {
  image: Image
  ownerName: string
  canEdit: boolean
  /** What was made of it. */
  analyses: ReactNode
  onRetry: () => void
  onDownload: () => void
  onRename: () => void
  onTag: () => void
  onPixelSize: () => void
  /** Null: the middle plane. */
  onShowZ: (z: ZChoice | null) => void
  onMove: () => void
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
  const { width, height, pixelSize, depth, format, size, annotationCount, roiCount } = image
  const measured = width && height && pixelSize
  const bySomebody = image.pixelSizeOrigin?.source === 'user'
  return [
    ['Type', typeText(image)],
    ['Dimensions', dimensionsText(image)],
    ['Pixel size', bySomebody ? `${pixelSizeText(image)}, ${pixelSizeSource(image)}` : pixelSizeText(image)],
    ['Field of view', measured ? `${micrometres(width * pixelSize.x)} × ${micrometres(height * pixelSize.y)}` : '–'],
    ['Format', depth ? `${format}, ${depth} bit` : format || '–'],
    ['Size', formatFileSize(size)],
    ['Annotations', formatNumber(annotationCount)],
    ['Regions of interest', formatNumber(roiCount)],
    ['Owner', ownerName],
    ['Created', <TimeAgo key="created" date={image.created} />],
    ...(image.tags && image.tags.length > 0 ? [['Tags', image.tags.join(', ')] as [string, ReactNode]] : []),
    ...metadataFacts(image),
  ]
}

type MoreActionsProps = Pick<
  ImageDetailsProps,
  'image' | 'canEdit' | 'onDownload' | 'onRename' | 'onTag' | 'onPixelSize' | 'onMove' | 'onDelete'
>

const MoreActions = ({
  image,
  canEdit,
  onDownload,
  onRename,
  onTag,
  onPixelSize,
  onMove,
  onDelete,
}: MoreActionsProps) => {
  const item = (title: string, Icon: typeof IconTrash, onClick: () => void, color?: string) => (
    <Menu.Item color={color} leftSection={<Icon size={16} stroke={1.7} aria-hidden />} onClick={onClick}>
      {title}
    </Menu.Item>
  )
  const isStored = image.status === 'available' || image.status === 'processingFailed'
  if (!canEdit && !isStored) return null
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon aria-label="More actions">
          <IconDots size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isStored && item('Download original', IconDownload, onDownload)}
        {canEdit && (
          <>
            {item('Rename', IconPencil, onRename)}
            {item('Tags', IconTag, onTag)}
            {image.status === 'available' && item('Pixel size', IconRuler2, onPixelSize)}
            {item('Move to project', IconFolderSymlink, onMove)}
            {item('Delete image', IconTrash, onDelete, 'red')}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Longest time between the clicks of a double click, in ms, as operating systems have it. */
const doubleClickTime = 500

/** False just after the first render, while a second click is meant for what was there before. */
const useSettled = (): boolean => {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), doubleClickTime)
    return () => clearTimeout(timer)
  }, [])
  return settled
}

/**
 * Details and actions of the selected image: beside the library, or over it where the window has no room. Over it, the
 * second click of a double click reaches the image below.
 */
export const ImageDetails = (props: ImageDetailsProps) => {
  const { image, ownerName, canEdit, onRetry, onClose } = props
  const settled = useSettled()
  const place = useWaitingMedia(statusesOfScope.processing.includes(image.status)).get(image.id)
  const viewer = `/projects/${image.project}/viewer?image=${image.id}`
  const available = image.status === 'available'
  const failed = statusesOfScope.failed.includes(image.status)
  // An older server does not know whether it can succeed.
  const canRetry = image.status === 'processingFailed' && image.canProcessAgain !== false
  const library = `/projects/${image.project}/library?scope=failed`
  const uploadAgain = `/datastorage/upload?project=${image.project}&return=${encodeURIComponent(library)}`
  return (
    <aside
      className={css.panel}
      data-opening={!settled || undefined}
      data-about-item={image.id}
      aria-label={`Details of ${image.name}`}
    >
      <div className={css.section}>
        <div className={css.head}>
          <Title order={2} size="h3" className={css.name}>
            {image.name}
          </Title>
          <Group gap={4} wrap="nowrap">
            <MoreActions {...props} />
            <CloseButton aria-label="Close details" onClick={onClose} />
          </Group>
        </div>
        {(available || image.thumbnailUrl !== null) && (
          <div className={css.picture}>
            <ProtectedPicture url={image.thumbnailUrl} pictureQuery={pictureQuery} />
          </div>
        )}
        {place && <InfoBar>Processing: {waitingText(place)}</InfoBar>}
        {image.statusErrors.length > 0 && <InfoBar tone="error">{image.statusErrors.join(' ')}</InfoBar>}
        {image.notes.map((note) => (
          <InfoBar key={note}>{note}</InfoBar>
        ))}
        <Group grow gap="xs" mt="sm">
          {available && (
            <Button component={Link} to={viewer}>
              Open in viewer
            </Button>
          )}
          {available && canEdit && (
            <Button component={Link} to={`/projects/${image.project}/analysis?image=${image.id}`} variant="default">
              Analyse
            </Button>
          )}
          {failed && canEdit && canRetry && (
            <Button variant="default" onClick={onRetry}>
              Process again
            </Button>
          )}
          {failed && canEdit && !canRetry && (
            <Button component={Link} to={uploadAgain} variant="default">
              Upload again
            </Button>
          )}
        </Group>
      </div>
      <div className={css.section}>
        <Title order={3} size="h4">
          Details
        </Title>
        <dl className={css.facts}>
          {factsOf(image, ownerName).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {available && <div className={css.section}>{props.analyses}</div>}
      {available && <FileContents image={image} canEdit={canEdit} onShowZ={props.onShowZ} />}
    </aside>
  )
}
