import type { Project } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import {
  currentUserAtom,
  hasDraft,
  type Restrictions,
  restrictionsAtom,
  selectedProjectAtom,
} from '@lamella/shared/session'
import { ConfirmDialog, Delayed, ErrorState, InfoBar, PageTitle, queryError } from '@lamella/shared/ui'
import { ActionIcon, Button, Card, Menu, Skeleton, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconDots, IconPhoto, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { imagesQuery } from '../../features/images/api.ts'
import { jobsQuery } from '../../features/jobs/api.ts'
import { ProjectForm } from '../../features/project-form/project-form.tsx'
import { projectQuery, projectsKey, removeProject, saveProject, usersQuery } from '../../features/projects/api.ts'
import { ProjectDetails } from '../../features/projects/project-details.tsx'
import { ProjectStatistics } from '../../features/projects/project-statistics.tsx'
import { mayEdit, roleIn } from '../../lib/project-access.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'
import css from './project-page.module.css'

const uploadLink = (projectId: string): string =>
  `/datastorage/upload?project=${projectId}&return=${encodeURIComponent(`/projects/${projectId}/library`)}`

/** Document 2 §2, project details. */
const ProjectPage = () => {
  const { projectId = '' } = useParams()
  const project = useQuery(projectQuery(projectId))
  useSelectProject(project.data)
  const error = queryError('The project could not be opened', project)
  if (error) return <ErrorState {...error} />
  return project.data ? <Loaded project={project.data} /> : <Loading />
}

const CardSkeleton = () => (
  <Card className={css.cardSkeleton}>
    <Skeleton width="35%" />
    <Skeleton width="70%" />
    <Skeleton width="55%" />
    <Skeleton width="65%" />
    <Skeleton width="60%" />
  </Card>
)

/** The outline of title and cards, in their places. */
const Loading = () => (
  <div role="status">
    <VisuallyHidden>Loading</VisuallyHidden>
    <Delayed>
      <Skeleton className={css.titleSkeleton} />
      <div className={css.columns}>
        <CardSkeleton />
        <CardSkeleton />
      </div>
    </Delayed>
  </div>
)

/** What nothing limits is shown by its parts, which are only then asked for. */
const Statistics = ({ project, limits }: { project: Project } & Pick<Restrictions, 'limits'>) => {
  const { imageCount, jobCount } = project.statistics
  const images = useQuery({ ...imagesQuery(project.id), enabled: limits.mediumLimit < 0 && imageCount > 0 }).data ?? []
  const jobs = useQuery({ ...jobsQuery(project.id), enabled: limits.jobLimit < 0 && jobCount > 0 }).data ?? []
  return <ProjectStatistics project={project} limits={limits} images={images} jobs={jobs} />
}

const Loaded = ({ project }: { project: Project }) => {
  const user = useAtomValue(currentUserAtom)
  const restrictions = useAtomValue(restrictionsAtom)
  const select = useSetAtom(selectedProjectAtom)
  const users = useQuery(usersQuery).data
  const queries = useQueryClient()
  const navigate = useNavigate()
  const path = `/projects/${project.id}`
  const [editing, setEditing] = useState(() => hasDraft(path))
  const [deleting, setDeleting] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: projectsKey })
  const update = useMutation({
    mutationFn: (details: { name: string; description: string }) => saveProject(project.id, details),
    onSuccess: async () => {
      await refresh()
      await queries.invalidateQueries({ queryKey: ['project', project.id] })
      setEditing(false)
    },
    onError: ({ message }) =>
      bus.emit('toast/show', {
        kind: 'error',
        title: 'Update project',
        detail: `Changes could not be saved due to an error (${message}). Please try again.`,
      }),
  })
  const removal = useMutation({
    mutationFn: () => removeProject(project.id),
    onSuccess: async () => {
      bus.emit('toast/show', { kind: 'success', title: 'Delete project', detail: `${project.name} was deleted.` })
      select(null)
      navigate('/projects')
      await refresh()
    },
    onError: ({ message }) =>
      bus.emit('toast/show', {
        kind: 'error',
        title: 'Delete project',
        detail: `Project could not be deleted due to an error (${message}). Please try again.`,
        sticky: true,
      }),
  })
  if (!user || !restrictions) return null

  const role = roleIn(project, user)
  const editable = mayEdit(role)
  const { imageCount, annotationCount, jobCount } = project.statistics
  const ownerName = users?.find(({ id }) => id === project.owner)?.fullName ?? 'Unknown'
  const viewButton = (
    <Button
      component={Link}
      to={`/projects/${project.id}/library`}
      leftSection={<IconPhoto size={16} stroke={1.7} aria-hidden />}
    >
      View images
    </Button>
  )
  const menu = (
    <Menu position="bottom-end">
      {/* Around the target: inside, it would keep the name and the state of the menu from the button. */}
      <Tooltip label={`As ${role} you cannot edit project settings.`} disabled={editable}>
        <Menu.Target>
          <ActionIcon variant="default" size={34} aria-label="Project actions" data-disabled={!editable || undefined}>
            <IconDots size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Item disabled={!editable} onClick={() => setEditing(true)}>
          Edit details
        </Menu.Item>
        <Menu.Item disabled={!editable} onClick={() => setDeleting(true)}>
          Delete project
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
  return (
    <>
      <PageTitle
        title={project.name}
        actions={
          editable ? (
            <>
              {viewButton}
              <div className={css.withMenu}>
                <Button
                  component={Link}
                  to={uploadLink(project.id)}
                  variant="default"
                  leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
                >
                  Upload images
                </Button>
                {menu}
              </div>
            </>
          ) : (
            <div className={css.withMenu}>
              {viewButton}
              {menu}
            </div>
          )
        }
      />
      {user.isGuest && <InfoBar>As a guest of this organization you cannot upload images or share.</InfoBar>}
      {!user.isGuest && !editable && <InfoBar>{`As ${role} you cannot upload images, edit, share or delete.`}</InfoBar>}
      <div className={css.columns}>
        {editing && editable ? (
          <Card>
            <ProjectForm
              path={path}
              initial={{ name: project.name, description: project.description }}
              busy={update.isPending}
              error={update.error?.message ?? null}
              onEdit={() => update.isError && update.reset()}
              onSave={(details) =>
                update.mutateAsync(details).then(
                  () => true,
                  () => false,
                )
              }
              onCancel={() => setEditing(false)}
            />
          </Card>
        ) : (
          <ProjectDetails project={project} ownerName={ownerName} />
        )}
        <Statistics project={project} limits={restrictions.limits} />
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
