import { ProtectedPicture } from '@lamella/shared/ui'
import css from './kit.module.css'
import { KitSection } from './kit-section.tsx'
import { samplePictures, sampleQuery } from './sample-pictures.ts'

/** A picture, no picture, and a picture that cannot be loaded. */
export function KitPictures() {
  return (
    <KitSection title="Pictures">
      <div className={css.row}>
        <span className={css.picture}>
          <ProtectedPicture url={samplePictures[0] ?? null} pictureQuery={sampleQuery} />
        </span>
        <span className={css.picture}>
          <ProtectedPicture url={null} pictureQuery={sampleQuery} />
        </span>
        <span className={css.picture}>
          <ProtectedPicture url="/missing" pictureQuery={sampleQuery} />
        </span>
      </div>
    </KitSection>
  )
}
