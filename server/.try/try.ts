import sharp from 'sharp'
import { rgbInMemory } from '/work/wt/apps/server/src/analysis/sources/rgb.ts'
import { sourceInMemory } from '/work/wt/apps/server/src/analysis/sources/pixel-source.ts'
import { findApplication } from '/work/wt/apps/server/src/analysis/applications/registry.ts'
for (const [app, v, file] of [['dab-scoring','2.0.0','ihc_truth/34_3_image.png'],['ki67-breast','1.0.0','ihc_truth/Bladder1_image.png'],['nuclei','1.0.0','nuclei_dsb2018/fluo/0402a81e7526_image.png']]) {
  const img = sharp('/work/shared/data/'+file)
  const t = performance.now()
  let src
  if (app==='nuclei') { const {data,info}=await img.toColourspace('b-w').raw().toBuffer({resolveWithObject:true}); src=sourceInMemory({width:info.width,height:info.height,pixelSizeUm:null,type:{bits:8,format:'uint'},samplesPerPixel:1,channels:['DAPI'],planes:[[new Uint8Array(data.buffer,data.byteOffset,info.width*info.height)]]}); console.log(info) }
  else { const {data,info}=await img.removeAlpha().raw().toBuffer({resolveWithObject:true}); src=rgbInMemory({data:new Uint8Array(data),width:info.width,height:info.height,pixelSizeUm:null}) }
  const r = await findApplication(app,v)!.run(src,{})
  console.log(app, file, Math.round(performance.now()-t),'ms', Object.fromEntries(r.measurements.map(m=>[m.key,m.note?[m.value,m.note]:m.value])), JSON.stringify(r.provenance), process.memoryUsage.rss()/1e6)
}
console.log(JSON.stringify(findApplication('nuclei','1.0.0')!.params))
