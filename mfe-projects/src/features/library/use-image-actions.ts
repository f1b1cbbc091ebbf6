import type { Image, ZChoice } from '@lamella/shared/contract'
import { imageShownAnew, imagesChanged, projectsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forEach } from '../../lib/for-each.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import type { BulkRun } from '../../lib/use-bulk-work.ts'
import * as api from './api.ts'

/** Images of which each is a call, which may be many. */
interface Bulk {
  images: readonly Image[]
  run?: BulkRun
}

/** Whether the file of an image is stored: only then can it be in the trash. */
const isStored = ({ status }: Image): boolean =>
  status === 'available' || status === 'processingFailed' || status === 'processing' || status === 'uploadFinished'

/** Actions on images of a project; a toast reports a failure. */
export const useImageActions = (projectId: string) => {
  const queries = useQueryClient()
  const changed = async (): Promise<void> => {
    await Promise.all([imagesChanged(queries, projectId), projectsChanged(queries)])
  }
  return {
    /** Succeeds with the images that are in the trash now. Without a stored file there is nothing to keep: such are deleted. */
    trash: useMutation({
      mutationFn: async ({ images, run }: Bulk) => {
        const { done, error } = await forEach(images.filter(isStored), ({ id }) => api.trashImage(id), run)
        const unstored = images.filter((image) => !isStored(image))
        const others = await forEach(unstored, ({ id }) => api.deleteImage(id), run)
        await changed()
        const failure = error ?? others.error
        if (failure instanceof Error) toastFailure('Delete images')(failure)
        return done
      },
    }),
    restore: useMutation({
      mutationFn: async (bulk: Bulk) => {
        const { error } = await forEach(bulk.images, ({ id }) => api.restoreImage(id), bulk.run)
        await changed()
        if (error) throw error
      },
      onError: toastFailure('Restore images'),
    }),
    /** All of the trash, read page after page; what is moved there meanwhile stays. */
    restoreAll: useMutation({
      mutationFn: async (run: BulkRun) => {
        let failure: unknown
        for await (const images of api.trashPages(projectId)) {
          const { error } = await forEach(images, ({ id }) => api.restoreImage(id), run)
          failure ??= error
          if (run.signal.aborted) break
        }
        if (failure) throw failure
      },
      onSettled: changed,
      onError: toastFailure('Restore images'),
    }),
    deleteForever: useMutation({
      mutationFn: async (bulk: Bulk) => {
        const { error } = await forEach(bulk.images, ({ id }) => api.deleteImage(id), bulk.run)
        await changed()
        if (error) throw error
      },
      onError: toastFailure('Delete images'),
    }),
    emptyTrash: useMutation({
      mutationFn: () => api.emptyTrash(projectId),
      onSettled: changed,
      onError: toastFailure('Empty trash'),
    }),
    rename: useMutation({
      mutationFn: ({ image, name }: { image: Image; name: string }) => api.renameImage(image.id, name),
      onSuccess: changed,
      onError: toastFailure('Rename image'),
    }),
    move: useMutation({
      mutationFn: ({ images, project }: { images: readonly Image[]; project: string }) =>
        api.moveImages(
          projectId,
          images.map(({ id }) => id),
          project,
        ),
      onSuccess: async (_, { project }) => {
        await Promise.all([changed(), imagesChanged(queries, project)])
      },
      onError: toastFailure('Move images'),
    }),
    tag: useMutation({
      mutationFn: ({ images, ...tags }: { images: readonly Image[]; add: string[]; remove: string[] }) =>
        api.tagImages(
          projectId,
          images.map(({ id }) => id),
          tags,
        ),
      onSuccess: changed,
      onError: toastFailure('Change tags'),
    }),
    /** Null: as each file says. */
    setPixelSizes: useMutation({
      mutationFn: ({ images, um }: { images: readonly Image[]; um: Image['pixelSize'] }) =>
        api.setPixelSizes(
          projectId,
          images.map(({ id }) => id),
          um,
        ),
      onSuccess: async (_, { images }) => {
        await Promise.all(images.map(({ id }) => imageShownAnew(queries, projectId, id)))
      },
      onError: toastFailure('Set pixel size'),
    }),
    /** Null: the middle plane. */
    showZ: useMutation({
      mutationFn: ({ image, z }: { image: Image; z: ZChoice | null }) => api.setZPlane(image.id, z),
      onSuccess: (_, { image }) => imageShownAnew(queries, projectId, image.id),
      onError: toastFailure('Z plane'),
    }),
    download: useMutation({
      mutationFn: (images: readonly Image[]) => api.downloadImages(projectId, images),
      onError: toastFailure('Download images'),
    }),
  }
}
export type ImageActions = ReturnType<typeof useImageActions>
