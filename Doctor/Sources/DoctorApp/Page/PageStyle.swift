/// How the page looks.
enum PageStyle {
  static let css = """
    :root{color-scheme:light dark;--ground:#fbfaf7;--card:#fff;--ink:#1d2126;--soft:#59616b;\
    --line:#d9d6cf;--link:#0b57a4;--critical:#8c0f3f;--high:#b3261e;--medium:#8a5300;--low:#2b6170;\
    --info:#565d66;--good:#1f6b3a;--bad:#b3261e;--bar:#c9dcec;--under:#fff}
    @media (prefers-color-scheme:dark){:root:not([data-theme=light]){--ground:#15181c;--card:#1e2227;\
    --ink:#e9eaec;--soft:#a6adb6;--line:#383e46;--link:#8cc2ff;--critical:#ff9dbd;--high:#ff9b92;\
    --medium:#f3bd62;--low:#86cfe0;--info:#b9c0c8;--good:#7fd39b;--bad:#ff9b92;--bar:#2f475c;--under:#1e2227}}
    :root[data-theme=dark]{color-scheme:dark;--ground:#15181c;--card:#1e2227;--ink:#e9eaec;\
    --soft:#a6adb6;--line:#383e46;--link:#8cc2ff;--critical:#ff9dbd;--high:#ff9b92;--medium:#f3bd62;\
    --low:#86cfe0;--info:#b9c0c8;--good:#7fd39b;--bad:#ff9b92;--bar:#2f475c;--under:#1e2227}
    :root[data-theme=light]{color-scheme:light}
    *{box-sizing:border-box}
    html{scroll-padding-top:4rem}
    body{margin:0;background:var(--ground);color:var(--ink);line-height:1.55;\
    font-family:system-ui,-apple-system,"Segoe UI","Apple SD Gothic Neo","Noto Sans KR","Malgun Gothic",sans-serif}
    a{color:var(--link)}
    :focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
    .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem;z-index:3}
    header,main{max-width:72rem;margin:0 auto;padding:0 1.25rem}
    .bar{position:sticky;top:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center;padding:.6rem 0}
    .brand{font-weight:700;margin:0}nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;flex:1}
    nav a{text-decoration:none}nav a:hover{text-decoration:underline}
    button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;\
    padding:.3rem .8rem;cursor:pointer}button:disabled{opacity:.5;cursor:default}
    h1{font-size:1.5rem;margin:1rem 0 .1rem;overflow-wrap:anywhere}h2{font-size:1.15rem;margin:0 0 .6rem}
    h3{font-size:1.02rem;margin:0 0 .3rem}.facts,.rule,.limits{color:var(--soft);margin:.1rem 0 .6rem}
    section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.1rem 1.3rem;margin:1.1rem 0}
    #verdict{border-left:6px solid var(--good)}
    #verdict.critical{border-left-color:var(--critical)}#verdict.high{border-left-color:var(--high)}
    #verdict.medium{border-left-color:var(--medium)}#verdict.low,#verdict.info{border-left-color:var(--low)}
    .headline{font-size:1.15rem;font-weight:600;margin:.2rem 0 .8rem}
    #verdict ol{margin:0;padding-left:1.3rem}#verdict li{margin:.6rem 0}#verdict li p{margin:.15rem 0}
    .badge{display:inline-block;font-size:.78rem;font-weight:700;padding:0 .5rem;border-radius:99px;\
    border:1.5px solid currentColor;vertical-align:.1em}
    .badge.critical{color:var(--critical)}.badge.high{color:var(--high)}.badge.medium{color:var(--medium)}
    .badge.low{color:var(--low)}.badge.info{color:var(--info)}
    .filters{display:flex;flex-wrap:wrap;gap:.6rem 1.2rem;align-items:center;margin-bottom:.8rem}
    fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.3rem 1rem;align-items:center}
    legend{float:left;padding:0;margin-right:.8rem;color:var(--soft)}
    .grow{flex:1;min-width:14rem;display:flex;gap:.5rem;align-items:center}
    input[type=search]{flex:1;min-width:0;font:inherit;color:inherit;background:var(--ground);\
    border:1px solid var(--line);border-radius:8px;padding:.3rem .6rem}
    [role=status]{margin:0;color:var(--soft);font-size:.9rem}
    .finding{border-top:1px solid var(--line);padding:.9rem 0 .4rem}.finding>p{margin:.2rem 0}
    .finding[hidden]{display:none}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.5rem 0}
    dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
    code,kbd,.call,.entry{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em}
    kbd{border:1px solid var(--line);border-radius:5px;padding:0 .4rem}
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;width:100%;font-size:.92rem}
    th,td{text-align:left;padding:.35rem .7rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}
    thead th{color:var(--soft);font-weight:600;white-space:nowrap}
    tbody td{overflow-wrap:anywhere}td.nowrap,tbody th{white-space:nowrap}
    tr:target,tr.aim{background:var(--bar)}tr:focus{outline:3px solid var(--link);outline-offset:-3px}
    #entry-table th:nth-child(3){min-width:24rem}
    .status-bad{color:var(--bad);font-weight:600}
    .pager{display:flex;gap:1rem;align-items:center;justify-content:center;margin-top:.8rem}
    details{margin:.4rem 0}summary{cursor:pointer}
    .fields{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem;font-size:.88rem}
    .drawing svg{display:block;font-size:13px}
    svg text{fill:var(--ink)}svg text.call{font-size:12.5px}svg .number{font-weight:700}
    svg .when,svg .gap{fill:var(--soft);font-size:11.5px}svg .end{text-anchor:end}
    svg .lane{text-anchor:middle;font-weight:700}
    svg .life{stroke:var(--line);stroke-width:1.5}
    svg a{text-decoration:none}svg .hit{fill:transparent}svg a:hover .hit,svg a:focus .hit{fill:var(--bar);opacity:.45}
    svg a:focus{outline:none}svg a:focus .hit{stroke:var(--link);stroke-width:3}
    svg .sent{stroke:var(--ink);stroke-width:1.6}svg .tip{fill:var(--ink)}
    svg .came{stroke-width:1.6;stroke-dasharray:5 4}svg .came.good{stroke:var(--good)}svg .came.bad{stroke:var(--bad)}
    svg .under{fill:var(--under)}
    svg .status{text-anchor:middle;font-weight:700;font-size:12.5px}
    svg .status.start{text-anchor:start}
    svg .status.good{fill:var(--good)}svg .status.bad{fill:var(--bad)}
    svg .token{text-anchor:middle;font-size:11px;font-weight:700;fill:#14171a}
    svg .mark.critical{fill:var(--critical)}svg .mark.high{fill:var(--high)}svg .mark.medium{fill:var(--medium)}
    svg .mark.low{fill:var(--low)}svg .mark.info{fill:var(--info)}
    .pill{color:#14171a;font-weight:700;font-size:.8rem;border-radius:99px;padding:.05rem .55rem}
    .c0{fill:#f6c28b;background:#f6c28b}.c1{fill:#a9d6f5;background:#a9d6f5}.c2{fill:#bfe3b4;background:#bfe3b4}
    .c3{fill:#e4c1ee;background:#e4c1ee}.c4{fill:#f5b8b8;background:#f5b8b8}.c5{fill:#ece08a;background:#ece08a}
    .c6{fill:#b4e0dc;background:#b4e0dc}.c7{fill:#d3cbf4;background:#d3cbf4}
    svg .lifetime{fill:var(--bar)}svg circle.good{fill:var(--good)}
    svg .ring{fill:var(--card);stroke:var(--good);stroke-width:2.5}svg .tick{fill:var(--ink)}
    svg .cross{fill:none;stroke:var(--ink);stroke-width:2.5}svg .cross.bad{stroke:var(--bad)}
    svg .refused{fill:none;stroke:var(--bad);stroke-width:2.5}svg .expired{fill:var(--medium)}
    .legend{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;padding:0;margin:.5rem 0;color:var(--soft);font-size:.9rem}
    .legend svg{vertical-align:-4px}
    dialog{color:inherit;background:var(--card);border:1px solid var(--line);border-radius:14px;min-width:20rem}
    dialog::backdrop{background:#0008}
    @media (max-width:40rem){.bar{justify-content:space-between}nav{order:3;flex-basis:100%}dl{grid-template-columns:1fr}dt{margin-top:.3rem}}
    @media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
    @media print{:root{color-scheme:light}.bar,.filters,.pager,.skip,dialog{display:none}
    body{background:#fff}section{border:0;padding:0;break-inside:auto}.finding,tr{break-inside:avoid}
    .scroll{overflow:visible}.drawing svg{max-width:100%;height:auto}}
    """
}
