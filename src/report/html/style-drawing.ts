// How the drawing looks: forms tell the kinds apart, colours only help.

export const drawingStyle = `.drawing{margin:0;background:var(--card);border:1px solid var(--line);border-radius:10px;overflow:hidden}
.sheet{display:block;width:100%;height:auto;font:12px/1 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.sheet.narrow{display:none}
@media (max-width:44.99rem){.sheet.wide{display:none}.sheet.narrow{display:block}.drawing{margin:0 -.5rem}}
@media print{.sheet.wide{display:block}.sheet.narrow{display:none}}
.lane{fill:none}.lane.even{fill:var(--band)}
.title{fill:var(--ink);font-weight:650;font-size:12.5px;paint-order:stroke;stroke:var(--card);stroke-width:3px}.what{fill:var(--soft);font-weight:400}
.grid{stroke:var(--line);stroke-dasharray:2 4}
.tick,.span{fill:var(--soft);font-size:11px;font-variant-numeric:tabular-nums}
.tick,.span{text-anchor:middle}
.fold{fill:var(--ground);stroke:var(--soft);stroke-width:1;stroke-dasharray:1 3}
.span{font-style:italic}
.link{fill:none;stroke:var(--idle);stroke-width:1.25;opacity:.75}.link.inferred{stroke-dasharray:3 3}
.m,.legend li{--c:var(--idle)}
.delivery{--c:var(--delivery)}.run{--c:var(--run)}.attempt{--c:var(--attempt)}.call,.operation{--c:var(--call)}
.record{--c:var(--record)}.guard{--c:var(--guard)}.job{--c:var(--job)}.m.close{--c:var(--close)}.m.keep{--c:var(--good)}
.m,.legend li{text-decoration:none}
.bar,.edge{fill:var(--c)}
.close .bar{fill:var(--card);stroke:var(--c);stroke-width:2}
.cross,.tail,.lease{fill:none;stroke:var(--c);stroke-width:2}.tail{stroke-dasharray:3 3}.lease{stroke-width:1.5}
.focus{fill:none}
.m:hover .focus{fill:var(--proof)}
.m:focus{outline:none}.m:focus .focus{fill:var(--proof);stroke:var(--link);stroke-width:2}
.label{fill:var(--ink);font-size:12px;paint-order:stroke;stroke:var(--card);stroke-width:3px;stroke-linejoin:round}
.label.inside{fill:var(--onbar);stroke:none}.label.left{text-anchor:end}
.label .n{font-weight:700}.lifecycle .label{fill:var(--soft)}
.proof .label .n{text-decoration:underline}
.fate{font-weight:700;fill:var(--c)}
.tips{display:grid;border-top:1px solid var(--line);padding:.55rem .8rem;min-height:4.2rem;font-size:.9rem}
.tip{grid-area:1/1;margin:0;visibility:hidden}.tip.idle{visibility:visible;color:var(--soft)}
.tip .aside{display:block}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:0;padding:.55rem .8rem;border-top:1px solid var(--line);
font-size:.82rem;color:var(--soft)}
.legend li{display:flex;align-items:center;gap:.4rem;margin:0}
.legend svg{width:24px;height:16px;flex:none}
@media print{.tips{display:none}}
`;
