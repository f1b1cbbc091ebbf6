import { annotationTrashDays, type DeletedAnnotation } from '@lamella/shared/contract'
import { deletedAnnotationsQuery, useRefetchOnEvents } from '@lamella/shared/queries'
import { formatNumber, TimeAgo } from '@lamella/shared/ui'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { contentOf, type StoredObject } from './drawn-objects.ts'
import css from './history-panel.module.css'
import { LabelNames, labelsIn } from './label-names.tsx'
import { Pages } from './pages.tsx'
import type { LabelsById } from './use-labels.ts'

export interface DeletedListProps {
  projectId: string
  imageId: string
  /** Index of the scene that is shown. */
  scene: number
  labels: LabelsById
  canAnnotate: boolean
  /** Those that are restored, perhaps not on the server yet. */
  isThere: (id: string) => boolean
  /** Id of the one that is shown in the picture; null: none. */
  peeked: string | null
  onPeek: (object: StoredObject | null) => void
  onRestore: (objects: readonly StoredObject[]) => void
}

type RowProps = Omit<DeletedListProps, 'projectId' | 'imageId' | 'scene' | 'isThere'> & { one: DeletedAnnotation }

const Row = ({ one, labels, canAnnotate, peeked, onPeek, onRestore }: RowProps) => {
  const { object, deleted, deletedBy } = one
  const { name, labels: ids } = contentOf(object)
  const what = `${name === null ? 'Annotation' : 'Region'} ${formatNumber(object.no)}`
  const isPeeked = object.id === peeked
  return (
    <li className={css.deleted} data-selected={isPeeked || undefined}>
      <button
        type="button"
        className={css.peek}
        aria-pressed={isPeeked}
        onClick={() => onPeek(isPeeked ? null : object)}
      >
        <span className={css.what}>
          {what}
          {name === null ? <LabelNames labels={labelsIn(ids, labels)} /> : <bdi className={css.name}>{name}</bdi>}
        </span>
        <span>
          {deletedBy.fullName}, <TimeAgo date={deleted} />
        </span>
      </button>
      {canAnnotate && (
        <ActionIcon aria-label={`Restore ${what}`} title="Restore" onClick={() => onRestore([object])}>
          <IconArrowBackUp size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

/** What was deleted on the image within 30 days: to be seen in the picture, and to be restored. */
export const DeletedList = ({ projectId, imageId, scene, isThere, ...options }: DeletedListProps) => {
  const query = deletedAnnotationsQuery(projectId, imageId)
  useRefetchOnEvents(query)
  const list = useInfiniteQuery(query)
  const read = list.data?.pages.flatMap(({ data }) => data) ?? []
  const all = read.filter(({ object }) => object.scene === scene && !isThere(object.id))
  return (
    <>
      <Pages list={list} failure="The trash could not be loaded" more="Show more">
        <p className={css.none}>
          {all.length === 0 && !list.hasNextPage && 'The trash is empty. '}
          What is deleted can be restored here for {annotationTrashDays} days.
        </p>
        <ul className={css.list}>
          {all.map((one) => (
            <Row key={one.id} one={one} {...options} />
          ))}
        </ul>
      </Pages>
      {options.canAnnotate && all.length > 1 && (
        <Button
          className={css.all}
          size="xs"
          variant="default"
          onClick={() => options.onRestore(all.map(({ object }) => object))}
        >
          Restore {list.hasNextPage ? 'these' : 'all'} {formatNumber(all.length)}
        </Button>
      )}
    </>
  )
}
