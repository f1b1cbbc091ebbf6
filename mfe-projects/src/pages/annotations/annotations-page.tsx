import { samplePictures } from '@lamella/shared/blocks'
import { type Annotation, mayInProject } from '@lamella/shared/contract'
import {
  annotationCountsQuery,
  annotationsQuery,
  projectQuery,
  useLiveQuery,
  useRefetchOnEvents,
} from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { DataTable, EmptyState, ErrorState, formatNumber, LoadingRows, PageTitle, queryError } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { annotationAddress, annotationColumns } from '../../features/annotation/annotation-columns.tsx'
import { AnnotationCountsCards } from '../../features/annotation/annotation-counts.tsx'
import {
  AnnotationFilters,
  AnnotationTabs,
  useAnnotationFilter,
} from '../../features/annotation/annotation-filters.tsx'
import { AnnotationGrid } from '../../features/annotation/annotation-grid.tsx'
import { AnnotationsBar } from '../../features/annotation/annotations-bar.tsx'
import { useBulkEdit } from '../../features/annotation/use-bulk-edit.ts'
import { useLabels } from '../../features/annotation/use-labels.ts'
import { roleIn } from '../../lib/project-access.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './annotations-page.module.css'

const ExportsDialog = lazy(() => import('../../features/annotation/exports-dialog.tsx'))

/** The rows that are chosen, by click and with Shift by those between. */
const useChosen = (rows: readonly Annotation[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  return {
    ids,
    chosen: rows.filter(({ id }) => ids.has(id)),
    clear: () => setIds(new Set()),
    chooseAll: () => setIds(new Set(rows.map(({ id }) => id))),
    toggle: (index: number, { shiftKey }: { shiftKey: boolean }): void => {
      const row = rows[index]
      if (!row) return
      const before = rows.findIndex(({ id }) => id === last)
      const range = shiftKey && before >= 0 ? rows.slice(Math.min(before, index), Math.max(before, index) + 1) : [row]
      const next = new Set(ids)
      for (const { id } of range) {
        if (range.length === 1 && next.has(id)) next.delete(id)
        else next.add(id)
      }
      setIds(next)
      setLast(row.id)
    },
  }
}

/** Annotations of all images of a project (D2-2-10), 50 at a time, as pictures or as a table. */
const AnnotationsPage = () => {
  const { projectId = '' } = useParams()
  const user = useAtomValue(currentUserAtom)
  const project = useLiveQuery(projectQuery(projectId)).data
  useSelectProject(project)
  const { sets, offered, byId } = useLabels(projectId)
  const address = useAnnotationFilter()
  const { filter: conditions, isFiltered, view, values, set } = address
  const query = annotationsQuery(projectId, conditions)
  // What is drawn and labelled meanwhile.
  useRefetchOnEvents(query)
  const list = useInfiniteQuery(query)
  const counts = useLiveQuery(annotationCountsQuery(projectId)).data ?? undefined
  const columns = useMemo(() => annotationColumns(byId), [byId])
  const navigate = useNavigate()
  const [isExporting, setExporting] = useState(false)
  const rows = list.data?.pages.flatMap(({ data }) => data)
  const { ids, chosen, toggle, chooseAll, clear } = useChosen(rows ?? [])
  const edit = useBulkEdit(projectId, byId)
  const canAnnotate = Boolean(project && user && mayInProject(roleIn(project, user), 'annotate'))
  const people = project ? [project.owner, ...project.contributors.map(({ userId }) => userId)] : []
  const count = project?.statistics.annotationCount
  const error = rows ? null : queryError('The annotations could not be retrieved', list)
  const isEmpty = rows?.length === 0
  const empty = isFiltered ? (
    <p className={css.none}>No annotations found.</p>
  ) : (
    <EmptyState
      pictures={samplePictures}
      title="No annotations yet"
      text="What you draw on an image is listed here. Open an image to begin."
      actions={
        <Button component={Link} to={`/projects/${projectId}/library`}>
          View images
        </Button>
      }
    />
  )
  return (
    <>
      <PageTitle
        title="Annotations"
        tour="annotations-title"
        facts={count !== undefined && count > 0 && <>{formatNumber(count)} total annotations</>}
        actions={
          (isFiltered || rows?.length) && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
              onClick={() => setExporting(true)}
            >
              Export
            </Button>
          )
        }
      />
      {(isFiltered || (rows && !isEmpty)) && (
        <>
          <AnnotationTabs values={values} set={set} counts={counts} />
          <AnnotationFilters {...address} sets={sets} labels={byId} people={people} counts={counts} />
        </>
      )}
      <div className={css.content} data-counts={(counts && counts.all > 0) || undefined}>
        <div className={css.list}>
          {error ? (
            <ErrorState {...error} />
          ) : !rows ? (
            <LoadingRows />
          ) : isEmpty ? (
            <Card>{empty}</Card>
          ) : view === 'grid' ? (
            <AnnotationGrid
              rows={rows}
              labels={byId}
              chosen={ids}
              onToggle={toggle}
              onOpen={(row) => navigate(annotationAddress(row))}
            />
          ) : (
            <Card padding={0}>
              <DataTable
                label="Annotations"
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                rowHref={annotationAddress}
                totalSuffix={list.hasNextPage ? 'so far' : undefined}
              />
            </Card>
          )}
          {list.hasNextPage && (
            <div className={css.more}>
              <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show more annotations
              </Button>
            </div>
          )}
          {view === 'grid' && (
            <AnnotationsBar
              chosen={chosen}
              shown={rows?.length ?? 0}
              labels={canAnnotate ? offered : []}
              canAnnotate={canAnnotate}
              isBusy={edit.isBusy}
              last={edit.last}
              onChooseAll={chooseAll}
              onLabel={(label) => edit.label(chosen, label, clear)}
              onDelete={() => edit.remove(chosen, clear)}
              onUndo={edit.undo}
              onForget={edit.forget}
              onClear={clear}
            />
          )}
        </div>
        {counts && counts.all > 0 && <AnnotationCountsCards counts={counts} labels={byId} values={values} set={set} />}
      </div>
      {isExporting && (
        <Suspense>
          <ExportsDialog project={projectId} image={null} selected={chosen} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  )
}

export default AnnotationsPage
