// How the page looks. Colours are named once for light and once for dark; each text keeps 4.5 to 1 against its ground.

/** Exported for the test that measures them. */
export const light = `--ground:#fbfaf7;--card:#fff;--ink:#1c1b19;--soft:#5c5952;--line:#dedbd3;--band:#f3f1eb;--link:#0b56b3;
--bad:#b3261e;--good:#1b6e3c;--open:#8a5300;--delivery:#1f62c9;--run:#0b7a75;--attempt:#6d4bc1;--call:#a34e00;
--record:#1c1b19;--close:#b3261e;--guard:#8a5300;--job:#5c5952;--idle:#6b6860;--onbar:#fff;--proof:#ffe9b0`;
export const dark = `--ground:#15161a;--card:#1c1e23;--ink:#ecebe6;--soft:#a8a69d;--line:#363941;--band:#202329;--link:#8ab8ff;
--bad:#ff8a80;--good:#7fd49b;--open:#f2b661;--delivery:#7fb2ff;--run:#5fd0c5;--attempt:#b9a3ff;--call:#ffab70;
--record:#ecebe6;--close:#ff8a80;--guard:#f2b661;--job:#b4b2a9;--idle:#9a988f;--onbar:#15161a;--proof:#4a3c12`;

export const pageStyle = `:root{color-scheme:light dark;${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
@media print{:root{color-scheme:light;${light};--ground:#fff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:74rem;padding:1rem 1rem 3rem;background:var(--ground);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0 .6rem;font-weight:650;text-wrap:balance}
h2{font-size:1.05rem;margin:0 0 .5rem;font-weight:650}
p{margin:0 0 .6rem}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
code,pre,.time,.from,.address,.n{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
pre{margin:0;padding:.75rem;overflow-x:auto;background:var(--band);border:1px solid var(--line);border-radius:8px;
white-space:pre;overflow-wrap:normal}
header{border-left:6px solid var(--mood);padding:.2rem 0 .2rem 1rem;margin-bottom:1.75rem}
.bad{--mood:var(--bad)}.good{--mood:var(--good)}.open{--mood:var(--open)}
.verdict{display:flex;flex-wrap:wrap;gap:.4rem .6rem;align-items:center;margin:0}
.badge{background:var(--mood);color:var(--ground);font-weight:700;font-size:.8rem;letter-spacing:.06em;padding:.15rem .6rem;
border-radius:999px;white-space:nowrap}
.cause{font-weight:600;font-size:.95rem}
.sure{font-size:.85rem;color:var(--soft);border:1px solid var(--line);border-radius:999px;padding:0 .55rem}
.lead{font-size:1.08rem;max-width:46rem}
.doubt,.also,.aside,.hint,.more,footer{color:var(--soft)}
.doubt,.also{max-width:46rem}
.aside,.hint,.more{font-size:.875rem}
.records{list-style:none;margin:1rem 0 0;padding:0;display:grid;gap:.5rem;max-width:46rem}
.records li{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.5rem .75rem}
.do{display:inline-block;font-size:.78rem;font-weight:700;border:1.5px solid;border-radius:5px;padding:0 .4rem;margin-right:.3rem}
.keep .do{color:var(--good)}.close .do{color:var(--close)}.made .do{color:var(--soft)}
.address{display:block;margin-top:.15rem}
main>section,main>details,.pair>section{margin:0 0 1.9rem}
.pair{display:grid;grid-template-columns:minmax(0,1fr);column-gap:2.5rem}
ul,ol{margin:0;padding-left:1.3rem}
li{margin:.28rem 0}
li::marker{color:var(--soft)}
.ref{text-decoration:none;font-variant-numeric:tabular-nums}
.ref:hover{text-decoration:underline}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem .4rem;border-bottom:1px solid var(--line)}
thead th{color:var(--soft);font-weight:500;font-size:.85rem}
.facts th[scope=row]{color:var(--soft);font-weight:500;text-align:right;font-variant-numeric:tabular-nums}
.time{white-space:nowrap;text-align:right}
.says b{font-weight:600}
.where,.from{color:var(--soft)}
.note{color:var(--open)}
tr.record .says{font-weight:600}
tr.proof th[scope=row]{box-shadow:inset 4px 0 var(--open);color:var(--ink);font-weight:700}
tr.answer{color:var(--soft)}
tr:target{background:var(--proof)}
.scroll{overflow-x:auto;overflow-wrap:break-word}.scroll td,.scroll thead th{min-width:5rem}
.copies td,.copies th{min-width:8rem}
.copies tbody th{font-weight:500;color:var(--soft);white-space:nowrap;min-width:0}
.unequal{color:var(--bad);font-weight:700}
summary{cursor:pointer;padding:.35rem 0}
summary h2{display:inline;font-weight:550}
footer{border-top:1px solid var(--line);padding-top:.75rem;font-size:.85rem}
@media (min-width:60rem){body{padding:2rem 2rem 4rem}h1{font-size:1.75rem}.pair{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
@media (max-width:44.99rem){
.facts,.facts tbody{display:block}.facts thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.facts tr{display:grid;grid-template-columns:2.2rem max-content minmax(0,1fr);padding:.45rem 0;border-bottom:1px solid var(--line)}
.facts th,.facts td{border:0;padding:0 .7rem 0 0}
.facts th[scope=row]{grid-row:1/span 3}
.facts .time,.facts .says{grid-column:2/span 2;text-align:left}
.facts .where{max-width:45vw}
.where,.from{font-size:.85rem}
tr.proof{box-shadow:inset 4px 0 var(--open)}tr.proof th[scope=row]{box-shadow:none}
}
@media print{
body{max-width:none;padding:0;font-size:10.5pt}
details::details-content{content-visibility:visible;block-size:auto}
section,li,tr,figure{break-inside:avoid}.facts,main>section{break-inside:auto}
pre{white-space:pre-wrap}.scroll{overflow:visible}a{color:inherit}
}
`;
