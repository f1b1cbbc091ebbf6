import { imageQuery, imageViewQuery, projectQuery, resultQuery } from '@lamella/shared/queries'
import { Delayed, ErrorState, queryError } from '@lamella/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { useObjectRows } from '../../features/jobs/use-object-rows.ts'
import { useObjectsInView } from '../../features/jobs/use-objects-in-view.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './viewer-page.module.css'

const loadViewer = () => import('../../features/viewer/project-viewer.tsx')
const ProjectViewer = lazy(loadViewer)
// Loads OpenLayers in parallel with the image's data. A failure here repeats, and is handled, when the viewer renders.
loadViewer().catch(() => undefined)

/** Viewer of `/projects/{id}/viewer?image=…` (D2-2-12); with `&job=…` the objects of that job's result are drawn. */
const ViewerPage = () => {
  const { projectId = '' } = useParams()
  const [search] = useSearchParams()
  const imageId = search.get('image') ?? ''
  const jobId = search.get('job')
  useSelectProject(useQuery(projectQuery(projectId)).data)
  const image = useQuery(imageQuery(imageId))
  const view = useQuery(imageViewQuery(imageId))
  const result = useQuery({ ...resultQuery(jobId ?? ''), enabled: jobId !== null })
  const { inView, onVisible } = useObjectsInView(result.data?.id, view.data?.width ?? 0, view.data?.height ?? 0)
  const rows = useObjectRows(result.data?.id)
  const error = queryError('The image could not be opened', image, view, result)
  if (error) {
    return (
      <div className={css.state}>
        <ErrorState {...error} />
      </div>
    )
  }
  const opening = (
    <div className={css.state} role="status">
      <Delayed>
        <span className={css.loading}>Opening image</span>
      </Delayed>
    </div>
  )
  const complete = image.data && view.data && (jobId === null || result.data)
  if (!complete) return opening
  const overlay = result.data && { result: result.data, ...inView, rows, onVisible }
  return (
    <>
      <h1 className={css.title} tabIndex={-1}>
        {image.data.name}
      </h1>
      <Suspense fallback={opening}>
        <ProjectViewer key={imageId} image={image.data} view={view.data} overlay={overlay} />
      </Suspense>
    </>
  )
}

export default ViewerPage
