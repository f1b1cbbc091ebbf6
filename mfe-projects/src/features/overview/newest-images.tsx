import { samplePictures } from '@lamella/shared/blocks'
import type { Image, Project } from '@lamella/shared/contract'
import { newestImagesQuery, pictureQuery, useLiveQuery } from '@lamella/shared/queries'
import { EmptyState, formatNumber, ProtectedPicture } from '@lamella/shared/ui'
import { Card, Skeleton, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { tagsOf } from '../../lib/image-tags.ts'
import css from './newest-images.module.css'

/** Images in the strip. */
const most = 6

/** @param shown - pictures of available images in the strip; undefined: not known @param total - all images */
const countText = (shown: number | undefined, total: number): string => {
  const text = `${formatNumber(total)} in this project`
  // A full strip lacks nothing, and an empty one has its own words.
  return shown && shown < Math.min(total, most) ? `${text}, ${formatNumber(shown)} of them ready` : text
}

const Strip = ({ project, images }: { project: Project; images: UseQueryResult<Image[]> }) => {
  if (images.isLoadingError) return null
  const { imageCount } = project.statistics
  // None of them is available yet.
  if (images.data?.length === 0) {
    return <p className={css.none}>{formatNumber(imageCount)} being uploaded or processed.</p>
  }
  return (
    <ul className={css.strip}>
      {images.data
        ? images.data.map((image) => (
            <li key={image.id}>
              <Link to={`/projects/${project.id}/viewer?image=${image.id}`} className={css.image}>
                <span className={css.frame}>
                  <ProtectedPicture url={image.thumbnailUrl} pictureQuery={pictureQuery} />
                  <span className={css.tags} aria-hidden>
                    {tagsOf(image).map(({ icon: Icon, text }) => (
                      <span key={text} className={css.tag}>
                        <Icon size={12} stroke={1.8} aria-hidden /> {text}
                      </span>
                    ))}
                  </span>
                </span>
                <span className={css.name}>{image.name}</span>
              </Link>
            </li>
          ))
        : Array.from({ length: Math.min(imageCount, most) }, (_, index) => (
            <li key={index} aria-hidden>
              <Skeleton className={css.frame} />
            </li>
          ))}
    </ul>
  )
}

/** Strip of the newest images, each of which opens in the viewer; without images, what to do next. */
export const NewestImages = ({ project, editable }: { project: Project; editable: boolean }) => {
  const { imageCount } = project.statistics
  const images = useLiveQuery({ ...newestImagesQuery(project.id, most), enabled: imageCount > 0 })
  if (imageCount === 0) {
    return (
      <Card component="section" aria-label="Newest images" className={css.section} data-tour="project-images">
        <EmptyState
          pictures={samplePictures}
          title="No images yet"
          text={
            editable
              ? 'Upload images: everybody in this project can look at them, and analyse them.'
              : 'Images are shown here as soon as somebody who may edit this project has uploaded them.'
          }
        />
      </Card>
    )
  }
  return (
    <section aria-label="Newest images" className={css.section} data-tour="project-images">
      <Title order={2} size="h3">
        Newest images
        <span className={css.count}>{countText(images.data?.length, imageCount)}</span>
      </Title>
      <Strip project={project} images={images} />
    </section>
  )
}
