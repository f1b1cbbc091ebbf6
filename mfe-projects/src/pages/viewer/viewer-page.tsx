import { mayInProject } from '@lamella/shared/contract'
import {
  failingTo,
  imageQuery,
  imageViewQuery,
  jobQuery,
  multichannelSettingsQuery,
  projectQuery,
  resultQuery,
  useLiveQuery,
} from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { Delayed, ErrorState, prepared, queryError } from '@lamella/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { lazy, type ReactNode, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { correctionSentence } from '../../features/correction/correction-text.ts'
import { draftKey, draftsAtom } from '../../features/correction/drafts.ts'
import { type ShownResult, useCorrectedResult } from '../../features/correction/use-corrected-result.ts'
import { isMissing } from '../../features/gone/missing.tsx'
import { pixelSizeDifference } from '../../features/jobs/pixel-size-difference.ts'
import { useObjectRows } from '../../features/jobs/use-object-rows.ts'
import { useObjectsInView } from '../../features/jobs/use-objects-in-view.ts'
import { measuredPixelSize } from '../../lib/measured-pixel-size.ts'
import { mayEdit, roleIn } from '../../lib/project-access.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './viewer-page.module.css'

const ProjectViewer = prepared(() => import('../../features/viewer/project-viewer.tsx'))
const CompareImages = lazy(() => import('../../features/viewer/compare-images.tsx'))
// After the first picture: nothing of it is needed to see one.
const Annotate = lazy(() => import('../../features/annotation/annotate.tsx'))
const PresetsMenu = lazy(() => import('../../features/multichannel/presets-menu.tsx'))
// Loads OpenLayers in parallel with the image's data.
ProjectViewer.prepare()

/** What the objects show where it is not the original result; null: it is. */
const noteOf = (
  { state, corrected, corrections, changes, valuesError }: ShownResult,
  sizeDifference: string | null,
): string | null => {
  if (state === 'missing') return 'There is no such corrected result: these are the objects of the original one.'
  const source = corrections.find(({ id }) => id === corrected?.source) ?? null
  const sentences = [
    corrected && correctionSentence(corrected, source),
    changes.isChanged && 'With changes that are not saved.',
    valuesError && 'The classes are those of the original result: the values of the objects could not be loaded.',
    sizeDifference,
  ]
  return sentences.filter(Boolean).join(' ') || null
}

/**
 * Viewer of `/projects/{id}/viewer?image=…` (D2-2-12); with `&job=…` the objects of that job's result are drawn, with
 * `&result=…` as a corrected result has them. Changes that are not saved are drawn too.
 */
const ViewerPage = () => {
  const { projectId = '' } = useParams()
  const [search] = useSearchParams()
  const imageId = search.get('image') ?? ''
  const jobId = search.get('job')
  const project = useQuery(projectQuery(projectId)).data
  useSelectProject(project)
  const user = useAtomValue(currentUserAtom)
  const canEdit = project !== undefined && user !== null && mayEdit(roleIn(project, user))
  const canAnnotate = project !== undefined && user !== null && mayInProject(roleIn(project, user), 'annotate')
  const image = useLiveQuery(imageQuery(imageId))
  const view = useQuery(imageViewQuery(imageId))
  const isMultichannel = image.data?.isMultichannelImage === true
  const settings = useQuery({ ...failingTo(null, multichannelSettingsQuery(projectId)), enabled: isMultichannel })
  const result = useQuery({ ...resultQuery(jobId ?? ''), enabled: jobId !== null })
  const { inView, onVisible } = useObjectsInView(result.data?.id, view.data?.width ?? 0, view.data?.height ?? 0)
  const rows = useObjectRows(result.data?.id)
  const wanted = search.get('result')
  const hasDraft = useAtomValue(draftsAtom).has(draftKey(result.data?.id ?? '', wanted))
  const isCorrected = jobId !== null && (wanted !== null || hasDraft)
  const job = useQuery({ ...jobQuery(jobId ?? ''), enabled: jobId !== null })
  const correction = useCorrectedResult(job.data, result.data, wanted, isCorrected)
  // The error page opens.
  if (isMissing(image)) return <div className={css.state} />
  const error = queryError(
    'The image could not be opened',
    image,
    view,
    result,
    ...(isCorrected ? [job] : []),
    ...correction.needed,
  )
  if (error) {
    return (
      <div className={css.state}>
        <ErrorState {...error} />
      </div>
    )
  }
  const frame = (state: ReactNode): ReactNode => <div className={css.state}>{state}</div>
  const opening = (
    <div className={css.state} role="status">
      <Delayed>
        <span className={css.loading}>Opening image</span>
      </Delayed>
    </div>
  )
  const isReady = !isCorrected || (job.data && correction.state !== 'loading')
  // Without the settings, which an older server does not have, the channels are as the file says.
  const isSettled = !isMultichannel || !settings.isPending
  const complete = image.data && view.data && isSettled && (jobId === null || result.data) && isReady
  if (!complete) return opening
  const { classOf, hotSpot } = correction
  const applied = settings.data?.find((each) => each.applied) ?? null
  const measured = result.data && measuredPixelSize(result.data.provenance)
  const note = noteOf(correction, pixelSizeDifference(measured, image.data.pixelSize))
  const overlay = result.data && { result: result.data, ...inView, classOf, note, hotSpot, rows, onVisible }
  return (
    <>
      <h1 className={css.title} tabIndex={-1}>
        {image.data.name}
      </h1>
      <Suspense fallback={opening}>
        {search.has('with') ? (
          <CompareImages key={`${imageId} ${search.get('with')}`} image={image.data} view={view.data} frame={frame} />
        ) : (
          <ProjectViewer
            key={imageId}
            image={image.data}
            view={view.data}
            applied={applied}
            overlay={overlay}
            contribute={(shown, scene, onChange) => (
              <Suspense>
                {/* An image that was moved has other labels, and is in another list. */}
                <Annotate
                  key={image.data.project}
                  image={image.data}
                  view={shown}
                  scene={scene}
                  canAnnotate={canAnnotate}
                  onChange={onChange}
                />
              </Suspense>
            )}
            frame={frame}
            {...(settings.data && {
              channelActions: (channels, onChange) => (
                <PresetsMenu
                  projectId={projectId}
                  settings={settings.data}
                  channels={channels}
                  onChange={onChange}
                  canEdit={canEdit}
                />
              ),
            })}
          />
        )}
      </Suspense>
    </>
  )
}

export default ViewerPage
