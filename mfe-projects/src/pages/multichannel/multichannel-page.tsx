import { samplePictures } from '@lamella/shared/blocks'
import type { Image } from '@lamella/shared/contract'
import {
  failingTo,
  imageQuery,
  imageViewQuery,
  multichannelImagesQuery,
  multichannelSettingsQuery,
  projectQuery,
  useLiveQuery,
} from '@lamella/shared/queries'
import { currentUserAtom } from '@lamella/shared/session'
import { EmptyState, ErrorState, LoadingRows, PageTitle, queryError } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { mayEdit, roleIn } from '../../lib/project-access.ts'
import { useSelectProject } from '../../lib/use-select-project.ts'

// With the map, which is far more code than the page.
const SettingsEditor = lazy(() => import('../../features/multichannel/settings-editor.tsx'))

/** Texts of the page, to the letter (D3-9-46, D3-9-47). */
const head = (
  <PageTitle
    title="Multichannel Settings"
    facts="Define settings for multichannel images and apply them to your project."
  />
)

const fits = ({ isMultichannelImage, status }: Image): boolean => isMultichannelImage && status === 'available'

/** Multichannel settings of a project (D2-2-13). The settings are chosen by `?settings=`, the preview by `?image=`. */
const MultichannelPage = () => {
  const { projectId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const user = useAtomValue(currentUserAtom)
  const project = useQuery(projectQuery(projectId))
  useSelectProject(project.data)
  const settings = useLiveQuery(multichannelSettingsQuery(projectId))
  const images = useLiveQuery(multichannelImagesQuery(projectId))
  const newest = images.data?.filter(fits)
  const asked = search.get('image')
  // One that is older than those of the list may be asked for, too.
  const isListed = newest?.some(({ id }) => id === asked)
  const older = useQuery({ ...failingTo(null, imageQuery(asked ?? '')), enabled: asked !== null && isListed === false })
  const chosen = !isListed && older.data?.project === projectId && fits(older.data) ? [older.data] : []
  const shown = older.isLoading ? undefined : newest && [...chosen, ...newest]
  const image = shown?.find(({ id }) => id === asked) ?? shown?.[0]
  const view = useQuery({ ...imageViewQuery(image?.id ?? ''), enabled: image !== undefined })
  if (!user) return null

  const canEdit = project.data !== undefined && mayEdit(roleIn(project.data, user))
  const error = queryError('The multichannel settings could not be retrieved', settings, images, view)
  const all = settings.data ?? []
  const stored =
    all.find(({ id }) => id === search.get('settings')) ?? all.find(({ applied }) => applied) ?? all[0] ?? null
  const keep = (name: 'settings' | 'image', id: string | null): void => {
    const next = new URLSearchParams(search)
    if (id) next.set(name, id)
    else next.delete(name)
    setSearch(next, { replace: true })
  }
  const loading = (
    <>
      {head}
      <Card>
        <LoadingRows rows={6} />
      </Card>
    </>
  )
  if (error) {
    return (
      <>
        {head}
        <ErrorState {...error} />
      </>
    )
  }
  if (shown?.length === 0) {
    const page = `/projects/${projectId}/multichannel`
    return (
      <>
        {head}
        <EmptyState
          title="No multichannel images yet"
          text="Settings are made beside a multichannel image of the project: its channels, their names, colours and ranges."
          pictures={samplePictures}
          actions={
            canEdit && (
              <Button
                component={Link}
                to={`/datastorage/upload?project=${projectId}&return=${encodeURIComponent(page)}`}
              >
                Upload images
              </Button>
            )
          }
        />
      </>
    )
  }
  if (!settings.data || !shown || !image || !view.data) return loading
  return (
    <Suspense fallback={loading}>
      <SettingsEditor
        projectId={projectId}
        settings={all}
        stored={stored}
        onChoose={(id) => keep('settings', id)}
        images={shown}
        image={image}
        view={view.data}
        onImage={(id) => keep('image', id)}
        canEdit={canEdit}
      />
    </Suspense>
  )
}

export default MultichannelPage
