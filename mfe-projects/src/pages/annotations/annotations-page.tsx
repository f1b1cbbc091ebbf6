import { samplePictures } from '@lamella/shared/blocks'
import { annotationsQuery, projectQuery, useLiveQuery, useRefetchOnEvents } from '@lamella/shared/queries'
import { DataTable, EmptyState, formatNumber, PageTitle, queryError } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router-dom'
import { annotationAddress, annotationColumns } from '../../features/annotation/annotation-columns.tsx'
import { AnnotationFilters, useAnnotationFilter } from '../../features/annotation/annotation-filters.tsx'
import { useLabels } from '../../features/annotation/use-labels.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './annotations-page.module.css'

/** Annotations of all images of a project (D2-2-10), 50 at a time. */
const AnnotationsPage = () => {
  const { projectId = '' } = useParams()
  const project = useLiveQuery(projectQuery(projectId)).data
  useSelectProject(project)
  const { sets, byId } = useLabels(projectId)
  const { filter: conditions, isFiltered, ...address } = useAnnotationFilter()
  const query = annotationsQuery(projectId, conditions)
  // What is drawn and labelled meanwhile.
  useRefetchOnEvents(query)
  const list = useInfiniteQuery(query)
  const count = project?.statistics.annotationCount
  const columns = useMemo(() => annotationColumns(byId), [byId])
  const people = project ? [project.owner, ...project.contributors.map(({ userId }) => userId)] : []
  const rows = list.data?.pages.flatMap(({ data }) => data)
  return (
    <>
      <PageTitle
        title="Annotations"
        tour="annotations-title"
        facts={count !== undefined && count > 0 && <>{formatNumber(count)} total annotations</>}
      />
      {(isFiltered || (rows && rows.length > 0)) && (
        <div className={css.filters}>
          <AnnotationFilters {...address} sets={sets} labels={byId} people={people} />
        </div>
      )}
      <Card padding={0}>
        <DataTable
          label="Annotations"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowHref={annotationAddress}
          totalSuffix={list.hasNextPage ? 'so far' : undefined}
          error={rows ? undefined : queryError('The annotations could not be retrieved', list)}
          noMatchText="No annotations found."
          empty={
            isFiltered ? undefined : (
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
          }
        />
        {list.hasNextPage && (
          <div className={css.more}>
            <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show more annotations
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}

export default AnnotationsPage
