import type { Project } from '@lamella/shared/contract'
import { projectQuery, useLiveQuery, useUsersById } from '@lamella/shared/queries'
import { currentUserAtom, hasDraft, restrictionsAtom } from '@lamella/shared/session'
import { ConfirmDialog, ErrorState, InfoBar, PageTitle, queryError } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { ActivityCard } from '../../features/overview/activity-card.tsx'
import { ContributorsCard } from '../../features/overview/contributors-card.tsx'
import { NewestImages } from '../../features/overview/newest-images.tsx'
import { RunningJobs } from '../../features/overview/running-jobs.tsx'
import { ProjectForm } from '../../features/project-form/project-form.tsx'
import { ProjectActions } from '../../features/projects/project-actions.tsx'
import { ProjectDetails } from '../../features/projects/project-details.tsx'
import { ProjectStatistics } from '../../features/projects/project-statistics.tsx'
import { useDeleteProject, useUpdateProject } from '../../features/projects/use-project-changes.ts'
import { useProjectNews } from '../../features/projects/use-project-news.ts'
import { mayEdit, roleIn, roleTitles } from '../../lib/project-access.ts'
import { useFailureToast } from '../../lib/use-failure-toast.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './project-page.module.css'
import { ProjectSkeleton } from './project-skeleton.tsx'

/** Project details (D2-2-04). */
const ProjectPage = () => {
  const { projectId = '' } = useParams()
  const project = useLiveQuery(projectQuery(projectId))
  useSelectProject(project.data)
  const error = queryError('The project could not be opened', project)
  if (error) return <ErrorState {...error} />
  // Another project begins anew: what is typed for one must not be saved in another.
  return project.data ? <Loaded key={projectId} project={project.data} /> : <ProjectSkeleton />
}

/** D2-8-08 */
const ownerLookupFailed = (message: string): string =>
  `Something went wrong retrieving the name of the owner (${message}).`

const Loaded = ({ project }: { project: Project }) => {
  const user = useAtomValue(currentUserAtom)
  const restrictions = useAtomValue(restrictionsAtom)
  const path = `/projects/${project.id}`
  const [editing, setEditing] = useState(() => hasDraft(path))
  const menuButton = useRef<HTMLButtonElement>(null)
  const endEditing = (): void => {
    setEditing(false)
    // Where editing began; the form and what had the focus in it are gone.
    menuButton.current?.focus({ preventScroll: true })
  }
  const [deleting, setDeleting] = useState(false)
  const update = useUpdateProject(project)
  const role = user && roleIn(project, user)
  const editable = mayEdit(role)
  const removal = useDeleteProject(project)
  const changedBy = useProjectNews(project.id, update.isPending)
  const users = useUsersById([project.owner, ...(changedBy ? [changedBy] : [])])
  useFailureToast(users.error, 'Project Details', ownerLookupFailed)
  if (!user || !restrictions) return null

  const { imageCount, annotationCount, jobCount } = project.statistics
  const owner = users.find(project.owner) ?? null
  const changer = changedBy === undefined ? undefined : users.find(changedBy)?.fullName
  return (
    <>
      <PageTitle
        title={project.name}
        tour="project-title"
        actions={
          <ProjectActions
            project={project}
            role={role}
            isAdmin={user.isAdmin}
            failed={update.isError}
            menuButton={menuButton}
            onEdit={() => setEditing(true)}
            onDelete={() => setDeleting(true)}
          />
        }
      />
      {user.isGuest && <InfoBar>As a guest of this organization you cannot upload images or share.</InfoBar>}
      {!user.isGuest && role && !editable && (
        <InfoBar>{`As ${roleTitles[role]} you cannot upload images, edit, share or delete.`}</InfoBar>
      )}
      <NewestImages project={project} editable={editable} />
      <div className={css.columns}>
        <div className={css.wide}>
          <ProjectStatistics project={project} limits={restrictions.limits} />
          <ActivityCard projectId={project.id} />
        </div>
        <div className={css.narrow}>
          {editing && editable ? (
            <Card>
              {update.unanswered && (
                <InfoBar tone="error">
                  The server did not answer, so it is not known whether your changes were saved. Save them again when it
                  does.
                </InfoBar>
              )}
              <ProjectForm
                path={path}
                initial={{ name: project.name, description: project.description }}
                busy={update.isPending || removal.isPending}
                error={update.unanswered || update.overtaken ? null : (update.error?.message ?? null)}
                overtaken={update.overtaken}
                changedBy={changedBy === user.id ? 'You, in another window,' : changer}
                onEdit={() => update.isError && !update.overtaken && update.reset()}
                onSave={(details, was) =>
                  update.mutateAsync({ ...details, was }).then(
                    () => {
                      endEditing()
                      return true
                    },
                    () => false,
                  )
                }
                onCancel={() => {
                  update.reset()
                  endEditing()
                }}
              />
            </Card>
          ) : (
            <ProjectDetails project={project} owner={owner} />
          )}
          <RunningJobs projectId={project.id} />
          <ContributorsCard project={project} />
        </div>
      </div>
      <ConfirmDialog
        opened={deleting}
        title="Delete project"
        confirmLabel="Delete"
        destructive
        typed={{ label: 'Type the project name to confirm', text: project.name }}
        onConfirm={() => removal.mutateAsync().catch(() => undefined)}
        onClose={() => setDeleting(false)}
      >
        All resources of {project.name} ({imageCount} images, {jobCount} jobs, {annotationCount} annotations) are
        deleted permanently. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

export default ProjectPage
