import type { Image, ImageView } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { failingTo, imageNeighboursQuery } from '@lamella/shared/queries'
import {
  exportName,
  saveFile,
  saveText,
  type Viewed,
  type ViewerAction,
  type ViewFormat,
  viewPicture,
  withView,
} from '@lamella/shared/viewer'
import {
  IconActivity,
  IconChevronLeft,
  IconChevronRight,
  IconCloudShare,
  IconColumns2,
  IconFileCode,
  IconLink,
  IconMovie,
  IconPhotoDown,
  IconPhotoScan,
  IconPhotoShare,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { copyImageAddress, copyViewAddress } from './copy-address.ts'

const title = 'Image viewer'

const savePicture = async (image: Image, { map, state }: Viewed, format: ViewFormat): Promise<void> => {
  try {
    const picture = await viewPicture(map, { tone: state.tone, pixelSize: image.pixelSize, barLength: 170 }, format)
    saveFile(picture, exportName(image.name, `view.${format}`))
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'The picture could not be made.'
    bus.emit('toast/show', { kind: 'error', title, detail })
  }
}

/** What is known of the image, and what is shown of it. */
const saveMetadata = (image: Image, view: ImageView, { state }: Viewed): void => {
  const { thumbnailUrl: _, downloadUrl: __, ...known } = image
  const { levels, tileSize, encoding, byteOrder, ...pixels } = view
  const text = JSON.stringify({ image: known, pixels, view: state }, null, 2)
  saveText(`${text}\n`, exportName(image.name, 'metadata.json'), 'application/json')
}

/** Commands of the viewer of a project's image: neighbours in the library, the link to the view, downloads, addresses for other programs. */
export const useViewerActions = (
  image: Image,
  view: ImageView,
  scene: number,
  onCompare: () => void,
  onMovie: (viewed: Viewed) => void,
): ((viewed: () => Viewed | null) => readonly ViewerAction[]) => {
  const navigate = useNavigate()
  const neighbours = useQuery(failingTo(null, imageNeighboursQuery(image.project, image.id))).data
  const goTo = (id: string | undefined) => (): void => {
    if (id) navigate({ search: `?image=${id}` })
  }
  return (viewed) => {
    const withViewed = (run: (viewed: Viewed) => void) => (): void => {
      const now = viewed()
      if (now) run(now)
    }
    const { previous, next } = neighbours ?? {}
    return [
      {
        id: 'previous',
        label: previous ? `Previous image: ${previous.name}` : 'Previous image',
        icon: IconChevronLeft,
        shortcut: 'b',
        disabled: !previous,
        run: goTo(previous?.id),
      },
      {
        id: 'next',
        label: next ? `Next image: ${next.name}` : 'Next image',
        icon: IconChevronRight,
        shortcut: 'n',
        disabled: !next,
        run: goTo(next?.id),
      },
      {
        id: 'jobs',
        label: 'Analyses of this image',
        icon: IconActivity,
        run: () => navigate(`/projects/${image.project}/jobs?image=${image.id}`),
      },
      { id: 'compare', label: 'Compare with other images', icon: IconColumns2, shortcut: 'd', run: onCompare },
      {
        id: 'link',
        label: 'Copy link',
        icon: IconLink,
        shortcut: 'c',
        run: withViewed(({ state }) => {
          const address = new URL(window.location.href)
          address.search = `${withView(address.searchParams, state, view, true)}`
          copyViewAddress(address.href)
        }),
      },
      {
        id: 'picture',
        label: 'Picture of the view (PNG)',
        icon: IconPhotoDown,
        menu: 'Download',
        shortcut: 's',
        run: withViewed((now) => savePicture(image, now, 'png')),
      },
      {
        id: 'tiff',
        label: 'Picture of the view (TIFF)',
        icon: IconPhotoScan,
        menu: 'Download',
        run: withViewed((now) => savePicture(image, now, 'tif')),
      },
      ...(view.timePoints > 1
        ? [
            {
              id: 'movie',
              label: 'Movie of the time series',
              icon: IconMovie,
              menu: 'Download',
              run: withViewed(onMovie),
            },
          ]
        : []),
      {
        id: 'metadata',
        label: 'Metadata (JSON)',
        icon: IconFileCode,
        menu: 'Download',
        run: withViewed((now) => saveMetadata(image, view, now)),
      },
      {
        id: 'zarr',
        label: 'Open in QuPath or napari: copy address',
        icon: IconCloudShare,
        menu: 'Download',
        run: () => void copyImageAddress(image.id, scene, 'zarr'),
      },
      {
        id: 'iiif',
        label: 'Open in a IIIF viewer: copy address',
        icon: IconPhotoShare,
        menu: 'Download',
        run: () => void copyImageAddress(image.id, scene, 'iiif'),
      },
    ]
  }
}
