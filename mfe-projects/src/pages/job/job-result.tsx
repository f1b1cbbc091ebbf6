import type { Job } from '@lamella/shared/contract'
import { failingTo, imageQuery, imageViewQuery, resultQuery } from '@lamella/shared/queries'
import { CardHeader, DataTable, ErrorState, LoadingRows, queryError } from '@lamella/shared/ui'
import { Button, Card, Skeleton } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { ChangesBar } from '../../features/correction/changes-bar.tsx'
import { correctionFacts } from '../../features/correction/correction-facts.ts'
import { CorrectionNotes } from '../../features/correction/correction-notes.tsx'
import { CutsCard } from '../../features/correction/cuts-card.tsx'
import { LeftOutCard } from '../../features/correction/left-out-card.tsx'
import { SelectedObject } from '../../features/correction/selected-object.tsx'
import { useCorrectedResult } from '../../features/correction/use-corrected-result.ts'
import { useSaveCorrection } from '../../features/correction/use-save-correction.ts'
import { ClassBars } from '../../features/jobs/class-bars.tsx'
import { objectColumns } from '../../features/jobs/object-columns.tsx'
import { PixelSizeNote } from '../../features/jobs/pixel-size-note.tsx'
import { Provenance } from '../../features/jobs/provenance.tsx'
import { ResultFigures } from '../../features/jobs/result-figures.tsx'
import { SuitabilityNote } from '../../features/jobs/suitability-note.tsx'
import { useObjectPages } from '../../features/jobs/use-object-pages.ts'
import { useObjectSelection } from '../../features/jobs/use-object-selection.ts'
import { useObjectsInView } from '../../features/jobs/use-objects-in-view.ts'
import { measuredPixelSize } from '../../lib/measured-pixel-size.ts'
import css from './job-result.module.css'

/** The map is most of the page's code, and the numbers are shown without it. */
const ResultOverlay = lazy(() => import('../../features/viewer/result-overlay.tsx'))

const AdoptDialog = lazy(() => import('../../features/annotation/adopt-dialog.tsx'))

const rowsPerPage = 14

interface JobResultProps {
  job: Job
  /** Id of a corrected result; null: the original. */
  shown: string | null
  onShow: (id: string | null) => void
  /** The user may store corrected results. */
  editable: boolean
  /** The user may make annotations. */
  annotatable: boolean
}

/**
 * Result of a job: picture with objects first, the distribution that divides them into classes with its cuts, figures,
 * and the table of the objects with a shared selection. Cuts can be moved and objects left out; all follows at once.
 */
export const JobResult = ({ job, shown, onShow, editable, annotatable }: JobResultProps) => {
  const [imageId = ''] = job.images
  const [isAdopting, setAdopting] = useState(false)
  const result = useQuery(resultQuery(job.id))
  const image = useQuery(failingTo(null, imageQuery(imageId)))
  const view = useQuery(failingTo(null, imageViewQuery(imageId)))
  const correction = useCorrectedResult(job, result.data, shown)
  const { classification, column, values, corrected, changes, figures, classes, classOf } = correction
  const saving = useSaveCorrection((id) => {
    changes.forget()
    onShow(id)
  })
  const { inView, onVisible } = useObjectsInView(result.data?.id, view.data?.width ?? 0, view.data?.height ?? 0)
  const isRecut = classification !== null && changes.now.cuts.join() !== classification.cuts.join()
  const sortCuts = useDeferredValue(isRecut ? changes.now.cuts : undefined)
  const pages = useObjectPages(result.data?.id, rowsPerPage, sortCuts)
  const { no, selected, select, selectRow, selectNumber } = useObjectSelection(pages)
  const tableClassOf = useDeferredValue(classOf)
  const columns = useMemo(() => result.data && objectColumns(result.data, tableClassOf), [result.data, tableClassOf])
  const error = queryError('The result could not be opened', result, pages.query, ...correction.needed)
  if (error) return <ErrorState {...error} />
  // Without this the numbers of the original would be seen for a moment.
  if (!result.data || !columns || correction.state === 'loading') return <LoadingRows rows={6} />
  const { leftOut } = changes.now
  const measured = measuredPixelSize(result.data.provenance)
  const placeholder = <Skeleton height={400} radius="lg" />
  const canCorrect = classification !== null && values !== null
  const actions = canCorrect && no !== null && (
    <SelectedObject
      no={no}
      isLeftOut={leftOut.has(no)}
      onLeaveOut={correction.leaveOut}
      onPutBack={correction.putBack}
    />
  )
  const save = () => saving.mutate({ resultId: result.data.id, source: corrected?.id ?? null, correction: changes.now })
  const inCard = (key: string) => {
    const measure = classification?.measures[key]
    return canCorrect && measure?.kind === 'count' && measure.classes?.length === 1
  }
  return (
    <>
      <SuitabilityNote suitability={result.data.suitability} />
      <PixelSizeNote measured={measured} current={image.data?.pixelSize} />
      <CorrectionNotes correction={correction} onShow={onShow} />
      <div className={css.top}>
        {/* The numbers are shown even when the image cannot be loaded. */}
        {!image.isError && !view.isError && (
          <Suspense fallback={placeholder}>
            {image.data && view.data ? (
              <ResultOverlay
                // The scale bar is that of the numbers beside it, also after the pixel size of the image was changed.
                image={measured === undefined ? image.data : { ...image.data, pixelSize: measured }}
                view={view.data}
                overlay={{ result: result.data, ...inView, classOf }}
                selected={selected}
                onSelect={select}
                onVisible={onVisible}
                withLeftOut={leftOut.size > 0}
                hotSpot={correction.hotSpot}
                selection={
                  actions && (
                    <>
                      <span>{selected ? (classOf(selected.no, selected.class) ?? 'left out') : ''}</span>
                      {actions}
                    </>
                  )
                }
                tools={
                  <Button
                    component={Link}
                    to={`/projects/${job.project}/viewer?image=${imageId}&job=${job.id}${corrected ? `&result=${corrected.id}` : ''}`}
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
        {canCorrect && column ? (
          <CutsCard
            classification={classification}
            column={column}
            values={values}
            figures={figures}
            classes={classes}
            changes={changes}
          >
            <ChangesBar
              changes={changes}
              hasCuts={classification.cuts.length > 0}
              words={correction.words}
              onSave={editable ? save : null}
              saving={saving.isPending}
            />
          </CutsCard>
        ) : (
          <ClassBars classes={classes} />
        )}
      </div>
      <ResultFigures figures={figures.filter(({ key }) => !inCard(key))} />
      <div className={css.columns}>
        <Card padding={0} className={css.objects} component="section" aria-label="Objects">
          <CardHeader title="Objects" count={result.data.objectCount}>
            {actions}
            {annotatable && !image.isError && (
              <Button variant="subtle" size="xs" onClick={() => setAdopting(true)}>
                Adopt as annotations
              </Button>
            )}
          </CardHeader>
          <DataTable
            label="Objects"
            columns={columns}
            rows={pages.query.data?.objects}
            served={pages.served}
            rowKey={({ no }) => String(no)}
            onRowClick={selectRow}
            linkedRow={no === null ? null : String(no)}
            pageSize={rowsPerPage}
          />
        </Card>
        <div className={css.stack}>
          {canCorrect && (
            <LeftOutCard
              leftOut={leftOut}
              stored={corrected?.leftOut ?? []}
              onSelect={selectNumber}
              onPutBack={correction.putBack}
            />
          )}
          <Provenance
            provenance={{
              ...result.data.provenance,
              ...(corrected && correctionFacts(corrected, classification?.column)),
            }}
          />
        </div>
      </div>
      {isAdopting && (
        <Suspense>
          <AdoptDialog
            project={job.project}
            imageName={job.imageName}
            result={result.data}
            corrected={corrected}
            classes={(corrected ?? result.data).classes}
            isChanged={correction.words.length > 0}
            onClose={() => setAdopting(false)}
          />
        </Suspense>
      )}
    </>
  )
}
