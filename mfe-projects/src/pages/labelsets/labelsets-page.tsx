import { samplePictures } from '@lamella/shared/blocks'
import { labelSetsQuery, labelsQuery, projectQuery, useLiveQuery } from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { EmptyState, ErrorState, InfoBar, LoadingRows, PageTitle, queryError } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { CopyDialog } from '../../features/labels/copy-dialog.tsx'
import { ImportButton } from '../../features/labels/import-button.tsx'
import { LabelSetDialog } from '../../features/labels/label-set-dialog.tsx'
import { SetCard } from '../../features/labels/set-card.tsx'
import { SetList } from '../../features/labels/set-list.tsx'
import { mayEdit, roleIn } from '../../lib/project-access.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './labelsets-page.module.css'

/** Label sets of a project (D2-2-09). The one that is shown is chosen by `?set=`. */
const LabelSetsPage = () => {
  const { projectId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const user = useAtomValue(currentUserAtom)
  const project = useQuery(projectQuery(projectId))
  useSelectProject(project.data)
  const sets = useLiveQuery(labelSetsQuery(projectId))
  const labels = useLiveQuery(labelsQuery(projectId))
  /** The form of a label set: its id, null for a new one. */
  const [form, setForm] = useState<{ opened: boolean; id: string | null }>({ opened: false, id: null })
  const [copied, setCopied] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  if (!user) return null

  const canEdit = project.data !== undefined && mayEdit(roleIn(project.data, user))
  const error = queryError('The label sets could not be retrieved', sets, labels)
  const all = sets.data ?? []
  const chosen = all.find(({ id }) => id === search.get('set')) ?? all[0]
  const choose = (id: string | null): void => {
    if (id) setSearch({ set: id }, { replace: true })
  }
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
      onClick={() => setForm({ opened: true, id: null })}
    >
      Create label set
    </Button>
  )
  const importing = (
    <ImportButton
      projectId={projectId}
      onDone={(reason, id) => {
        setProblem(reason)
        choose(id)
      }}
    />
  )
  const edited = all.find(({ id }) => id === form.id) ?? null
  const isEmpty = sets.data?.length === 0
  return (
    <>
      <PageTitle
        title="Label Sets"
        tour="labelsets-title"
        facts={project.data && <>What you can mark in the images of {project.data.name}.</>}
        actions={
          canEdit &&
          all.length > 0 && (
            <>
              {importing}
              {create}
            </>
          )
        }
      />
      {problem && <InfoBar tone="error">{problem} Nothing was changed.</InfoBar>}
      {error ? (
        <ErrorState {...error} />
      ) : !sets.data || !labels.data ? (
        <Card>
          <LoadingRows rows={5} />
        </Card>
      ) : isEmpty ? (
        <EmptyState
          title="No label sets yet"
          text={
            canEdit
              ? 'A label set says what can be marked in the images: kinds of cells, tissues, artefacts.'
              : 'Owners and editors of the project create label sets.'
          }
          pictures={samplePictures}
          actions={
            canEdit && (
              <>
                {create}
                {importing}
              </>
            )
          }
        />
      ) : (
        chosen && (
          <div className={css.columns}>
            <SetList sets={all} labels={labels.data} chosen={chosen.id} onChoose={choose} />
            <SetCard
              set={chosen}
              labels={labels.data.filter(({ labelset }) => labelset === chosen.id)}
              canEdit={canEdit}
              onEdit={() => setForm({ opened: true, id: chosen.id })}
              onCopy={() => setCopied(chosen.id)}
            />
          </div>
        )
      )}
      <LabelSetDialog
        // Of a set that somebody else deletes meanwhile, the form closes.
        opened={form.opened && (form.id === null || edited !== null)}
        projectId={projectId}
        set={edited}
        onClose={() => setForm({ ...form, opened: false })}
        onSaved={choose}
      />
      <CopyDialog set={all.find(({ id }) => id === copied) ?? null} onClose={() => setCopied(null)} />
    </>
  )
}

export default LabelSetsPage
