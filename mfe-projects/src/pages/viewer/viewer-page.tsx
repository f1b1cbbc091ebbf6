import { imageQuery, imageViewQuery, projectQuery, resultObjectsQuery, resultQuery } from '@lamella/shared/queries'
import { Delayed, ErrorState, queryError } from '@lamella/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { ImageViewer } from '../../features/viewer/image-viewer.tsx'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './viewer-page.module.css'

/** `/projects/{id}/viewer?image=…`, with `&job=…` under the objects of that job's result. */
const ViewerPage = () => {
  const { projectId = '' } = useParams()
  const [search] = useSearchParams()
  const imageId = search.get('image') ?? ''
  const jobId = search.get('job')
  useSelectProject(useQuery(projectQuery(projectId)).data)
  const image = useQuery(imageQuery(imageId))
  const view = useQuery(imageViewQuery(imageId))
  const result = useQuery({ ...resultQuery(jobId ?? ''), enabled: jobId !== null })
  const objects = useQuery({ ...resultObjectsQuery(result.data?.id ?? ''), enabled: result.data !== undefined })
  const error = queryError('The image could not be opened', image, view, result, objects)
  if (error) {
    return (
      <div className={css.state}>
        <ErrorState {...error} />
      </div>
    )
  }
  const complete = image.data && view.data && (jobId === null || (result.data && objects.data))
  if (!complete) {
    return (
      <div className={css.state} role="status">
        <Delayed>
          <span className={css.loading}>Opening image</span>
        </Delayed>
      </div>
    )
  }
  const overlay = result.data && objects.data ? { result: result.data, objects: objects.data } : undefined
  return (
    <>
      <h1 className={css.title} tabIndex={-1}>
        {image.data.name}
      </h1>
      <ImageViewer key={imageId} image={image.data} view={view.data} overlay={overlay} />
    </>
  )
}

export default ViewerPage
