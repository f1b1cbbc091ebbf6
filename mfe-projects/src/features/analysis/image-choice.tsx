import type { Image } from '@lamella/shared/contract'
import {
  imageOutlineQuery,
  imagePageQuery,
  imagePagesChanged,
  imagesPerPage,
  pictureQuery,
  useLiveQuery,
} from '@lamella/shared/queries'
import { ErrorState, FilterField, formatNumber, LoadingRows, ProtectedPicture, queryError } from '@lamella/shared/ui'
import { Button, Pagination } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import css from './image-choice.module.css'

/** Images that are shown at once: a divisor of those per request, so that one request is enough. */
const perPage = 20
/** Milliseconds without a key press before the images are asked for. */
const typingPause = 200
/** Milliseconds: the page asked for the outline of all images just before it showed them. */
const askedByThePage = 1000

interface ImageChoiceProps {
  projectId: string
  /** Ids, of images on any page. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Checkboxes of the available images of a project, by pages, newest first. */
export const ImageChoice = ({ projectId, chosen, onChange }: ImageChoiceProps) => {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim(), typingPause)
  const [turned, setTurned] = useState({ name, page: 1 })
  const question = { 'filter[scope]': 'available', ...(name && { 'filter[name]': name }) } as const
  const outline = useLiveQuery({ ...imageOutlineQuery(projectId, question), staleTime: askedByThePage })
  const { dataUpdatedAt, isPlaceholderData } = outline
  // That of the filter before has other pages.
  const extent = isPlaceholderData ? undefined : outline.data
  const pages = Math.max(Math.ceil((extent?.total ?? 0) / perPage), 1)
  const page = turned.name === name ? Math.min(turned.page, pages) : 1
  const first = (page - 1) * perPage
  const start = extent?.starts[Math.floor(first / imagesPerPage)] ?? null
  const listed = useQuery({ ...imagePageQuery(projectId, question, start), enabled: extent !== undefined })
  // Each new outline may follow from a change of an image in a page.
  useEffect(() => {
    if (dataUpdatedAt > 0) void imagePagesChanged(queries, projectId, dataUpdatedAt)
  }, [queries, projectId, dataUpdatedAt])

  const error = queryError('The images could not be retrieved', outline, listed)
  const within = first % imagesPerPage
  const shown = extent && listed.data?.slice(within, within + perPage)
  return (
    <>
      <div className={css.head}>
        <FilterField label="Filter images" value={typed} onChange={setTyped} width={280} />
        {chosen.length > 0 && (
          <>
            <span className={css.count}>{formatNumber(chosen.length)} chosen</span>
            <Button variant="subtle" size="compact-sm" onClick={() => onChange([])}>
              Choose none
            </Button>
          </>
        )}
      </div>
      {error ? (
        <ErrorState {...error} />
      ) : shown ? (
        <Pictures images={shown} chosen={chosen} onChange={onChange} />
      ) : (
        <LoadingRows rows={4} />
      )}
      {pages > 1 && (
        <nav aria-label="Images: pages" className={css.pages}>
          <Pagination
            size="sm"
            total={pages}
            value={page}
            onChange={(next) => setTurned({ name, page: next })}
            getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
            getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
          />
        </nav>
      )}
    </>
  )
}

interface PicturesProps extends Omit<ImageChoiceProps, 'projectId'> {
  images: readonly Image[]
}

const Pictures = ({ images, chosen, onChange }: PicturesProps) => (
  <fieldset className={css.grid}>
    <legend className={css.legend}>Images</legend>
    {images.length === 0 && <p className={css.none}>No images found.</p>}
    {images.map(({ id, name, thumbnailUrl }) => {
      const on = chosen.includes(id)
      return (
        <label key={id} className={css.item}>
          <input
            type="checkbox"
            className={css.input}
            checked={on}
            onChange={() => onChange(on ? chosen.filter((other) => other !== id) : [...chosen, id])}
          />
          <span className={css.frame} data-on={on || undefined}>
            <ProtectedPicture url={thumbnailUrl} pictureQuery={pictureQuery} />
            <span className={css.check}>{on && <IconCheck size={14} stroke={2.4} aria-hidden />}</span>
          </span>
          <span className={css.name}>{name}</span>
        </label>
      )
    })}
  </fieldset>
)
