import { type FetchBytes, ProtectedPicture } from '@lamella/shared/ui'
import css from './kit.module.css'
import { KitSection } from './kit-section.tsx'
import { fetchSample, samplePictures } from './sample-pictures.ts'

const fetchNothing: FetchBytes = async () => {
  throw new Error('There is no such picture')
}

/** As shown, where there is none, and when it cannot be loaded. */
export function KitPictures() {
  return (
    <KitSection title="Pictures">
      <div className={css.row}>
        <span className={css.picture}>
          <ProtectedPicture url={samplePictures[0] ?? null} fetchBytes={fetchSample} />
        </span>
        <span className={css.picture}>
          <ProtectedPicture url={null} fetchBytes={fetchSample} />
        </span>
        <span className={css.picture}>
          <ProtectedPicture url="/missing" fetchBytes={fetchNothing} />
        </span>
      </div>
    </KitSection>
  )
}
