import type { Job, ObjectOutline } from '@lamella/shared/contract'
import { failingTo, imageQuery, imageViewQuery, resultQuery } from '@lamella/shared/queries'
import { CardHeader, DataTable, ErrorState, LoadingRows, queryError } from '@lamella/shared/ui'
import { Button, Card, Skeleton } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { ClassBars } from '../../features/jobs/class-bars.tsx'
import { objectColumns } from '../../features/jobs/object-columns.tsx'
import { Provenance } from '../../features/jobs/provenance.tsx'
import { ResultFigures } from '../../features/jobs/result-figures.tsx'
import { SuitabilityNote } from '../../features/jobs/suitability-note.tsx'
import { useObjectPages } from '../../features/jobs/use-object-pages.ts'
import { useObjectsInView } from '../../features/jobs/use-objects-in-view.ts'
import css from './job-result.module.css'

/** The map is most of the page's code, and the numbers are shown without it. */
const ResultOverlay = lazy(() => import('../../features/viewer/result-overlay.tsx'))

const rowsPerPage = 14

/** Result of a job: figures, image and table of the objects with a shared selection, classes, provenance. */
export const JobResult = ({ job }: { job: Job }) => {
  const [imageId = ''] = job.images
  const result = useQuery(resultQuery(job.id))
  const image = useQuery(failingTo(null, imageQuery(imageId)))
  const view = useQuery(failingTo(null, imageViewQuery(imageId)))
  const { inView, onVisible } = useObjectsInView(result.data?.id, view.data?.width ?? 0, view.data?.height ?? 0)
  const pages = useObjectPages(result.data?.id, rowsPerPage)
  const [selected, setSelected] = useState<ObjectOutline | null>(null)
  const { turnTo } = pages
  const select = useCallback(
    (object: ObjectOutline | null) => {
      setSelected(object)
      if (object) turnTo(object.no)
    },
    [turnTo],
  )
  const columns = useMemo(() => result.data && objectColumns(result.data), [result.data])
  const error = queryError('The result could not be opened', result, pages.query)
  if (error) return <ErrorState {...error} />
  if (!result.data || !columns) return <LoadingRows rows={6} />
  const placeholder = <Skeleton height={400} radius="lg" />
  return (
    <>
      <SuitabilityNote suitability={result.data.suitability} />
      <ResultFigures figures={result.data.figures} />
      <div className={css.columns}>
        <div className={css.stack}>
          {/* The numbers are shown even when the image cannot be loaded. */}
          {!image.isError && !view.isError && (
            <Suspense fallback={placeholder}>
              {image.data && view.data ? (
                <ResultOverlay
                  image={image.data}
                  view={view.data}
                  overlay={{ result: result.data, ...inView }}
                  selected={selected}
                  onSelect={select}
                  onVisible={onVisible}
                  tools={
                    <Button
                      component={Link}
                      to={`/projects/${job.project}/viewer?image=${imageId}&job=${job.id}`}
                      variant="subtle"
                      size="xs"
                      rightSection={<IconExternalLink size={15} stroke={1.7} aria-hidden />}
                    >
                      <span className={css.openText}>Open in viewer</span>
                    </Button>
                  }
                />
              ) : (
                placeholder
              )}
            </Suspense>
          )}
          <ClassBars classes={result.data.classes} />
          <Provenance provenance={result.data.provenance} />
        </div>
        <Card padding={0} className={css.objects} component="section" aria-label="Objects">
          <CardHeader title="Objects" count={result.data.objectCount} />
          <DataTable
            label="Objects"
            columns={columns}
            rows={pages.query.data?.objects}
            served={pages.served}
            rowKey={({ no }) => String(no)}
            onRowClick={setSelected}
            linkedRow={selected === null ? null : String(selected.no)}
            pageSize={rowsPerPage}
          />
        </Card>
      </div>
    </>
  )
}
