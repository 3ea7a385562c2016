"""Well-known Chinese names that LAC splits or gives a wrong class: companies and products."""

from typing import Final

from memory.ports.recognizer import EntityType

_ORGANISATIONS: Final = (
    "字节跳动 阿里巴巴 蚂蚁集团 拼多多 哔哩哔哩 商汤科技 旷视科技 科大讯飞 宁德时代 比亚迪 京东方 米哈游 大疆创新"
    " 滴滴出行 美团 携程 网易 中芯国际 腾讯 百度 华为 小米 京东 快手 联想"
)
_PRODUCTS: Final = (
    "微信 企业微信 飞书 钉钉 抖音 快手 小红书 支付宝 淘宝 天猫 微博 知乎 豆瓣 高德地图 百度地图 腾讯会议 腾讯文档"
    " 石墨文档 印象笔记 语雀 阿里云 腾讯云 华为云 鸿蒙 通义千问 文心一言 网易云音乐 饿了么 滴滴打车 企查查 哔哩哔哩"
)
# Also everyday words, so they are left to the context.
_EVERYDAY: Final = frozenset({"小米", "快手"})

WELL_KNOWN: Final[dict[str, EntityType]] = {
    **{name: EntityType.PRODUCT for name in _PRODUCTS.split() if name not in _EVERYDAY},
    **{name: EntityType.ORG for name in _ORGANISATIONS.split() if name not in _EVERYDAY},
}
"""Name (simplified) to type."""
